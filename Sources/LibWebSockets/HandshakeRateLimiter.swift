// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets

/// Measures how much of the loop's time goes to handshakes, and when open connections must come
/// first.
///
/// libwebsockets performs handshakes between its callbacks, where they cannot be timed. So each
/// tick is measured as a whole, less everything known to be for something else. Processor time
/// counts, so that other programs on the machine do not matter.
struct HandshakeRateLimiter {
  private var budget: TokenBucket
  private var tickBegan: Double?
  private var otherWork = 0.0
  private var isOtherWork = false

  /// How long handshakes may take at once, in seconds.
  private static let burst = 0.05

  /// Handshakes may take `share` of the time, more than 0 and up to 1.
  init(share: Double) {
    precondition(
      share > 0 && share <= 1,
      "The handshakes' share of the loop's time is \(share), not within 0 to 1.")
    budget = TokenBucket(.init(burst: Self.burst, perSecond: share))
  }

  /// A tick begins; `processor` is the processor time of the loop's thread, in seconds.
  mutating func tickBegins(at processor: Double) {
    tickBegan = processor
    otherWork = 0
    isOtherWork = false
  }

  /// Work other than handshakes begins; false within other such work.
  mutating func otherWorkBegins() -> Bool {
    defer { isOtherWork = true }
    return !isOtherWork
  }

  /// The work took this many seconds.
  mutating func otherWorkEnds(_ seconds: Double) {
    isOtherWork = false
    otherWork += seconds
  }

  /// The loop is about to wait.
  ///
  /// - Parameters:
  ///   - processor: the processor time of the loop's thread, in seconds.
  ///   - now: the time on any monotonic clock.
  /// - Returns: how long to suspend accepting; zero for not at all.
  mutating func tickEnds(at processor: Double, now: Duration) -> Duration {
    guard let tickBegan else { return .zero }
    self.tickBegan = nil
    return budget.charge(max(0, processor - tickBegan - otherWork), at: now)
  }
}

extension LoopCore {
  /// Runs work other than handshakes.
  func excludeFromHandshakes<Result>(_ body: () -> Result) -> Result {
    // Nothing is measured without handshakes.
    guard hadHandshakes, handshakeLimiter.otherWorkBegins() else { return body() }
    let began = clws_processor_seconds()
    defer { handshakeLimiter.otherWorkEnds(clws_processor_seconds() - began) }
    return body()
  }

  func beginTick() {
    hadHandshakes = !handshakes.isEmpty
    if hadHandshakes { handshakeLimiter.tickBegins(at: clws_processor_seconds()) }
  }

  /// Suspends accepting if handshakes have taken more than their share of the loop's time.
  func limitHandshakes() {
    guard hadHandshakes else { return }
    let wait = handshakeLimiter.tickEnds(
      at: clws_processor_seconds(), now: .seconds(ev_now(evLoop)))
    guard wait > .zero else { return }
    for listener in listeners.all { listener.suspendAccepting(for: wait) }
  }
}

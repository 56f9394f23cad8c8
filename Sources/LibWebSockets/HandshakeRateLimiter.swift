// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets

/// Tells how much of the loop's time goes to handshakes, and when those inside must come first.
///
/// libwebsockets shakes hands between its callbacks, where nobody can hold a clock to it. So a tick
/// is measured as a whole, and all of it that is known to be for something else is taken off. What
/// counts is processor time: what other programs take of the machine is nobody's fault here.
struct HandshakeRateLimiter {
  private var budget: TokenBucket
  private var tickBegan: Double?
  private var explained = 0.0
  private var isExplaining = false

  /// How long handshakes may take at once, in seconds.
  private static let burst = 0.05

  /// Handshakes may take `share` of the time, more than 0 and up to 1.
  init(share: Double) {
    precondition(share > 0 && share <= 1, "Visitors were given \(share) of the loop's time.")
    budget = TokenBucket(.init(burst: Self.burst, perSecond: share))
  }

  /// The loop has something to do; `processor` is the seconds its thread has taken so far.
  mutating func tickBegins(at processor: Double) {
    tickBegan = processor
    explained = 0
    isExplaining = false
  }

  /// Something begins that is not for handshakes; false inside something that began before.
  mutating func explainBegins() -> Bool {
    defer { isExplaining = true }
    return !isExplaining
  }

  /// It took so many seconds.
  mutating func explainEnds(_ seconds: Double) {
    isExplaining = false
    explained += seconds
  }

  /// The loop is about to wait.
  ///
  /// - Parameters:
  ///   - processor: the seconds its thread has taken so far.
  ///   - now: the time on any clock that never goes back.
  /// - Returns: for how long nobody new is to be let in; zero for not at all.
  mutating func tickEnds(at processor: Double, now: Duration) -> Duration {
    guard let tickBegan else { return .zero }
    self.tickBegan = nil
    return budget.charge(max(0, processor - tickBegan - explained), at: now)
  }
}

extension LoopCore {
  /// Runs what is not for handshakes.
  func explain<Result>(_ body: () -> Result) -> Result {
    // Nobody counts while there are no handshakes.
    guard hadHandshakes, meter.explainBegins() else { return body() }
    let began = clws_processor_seconds()
    defer { meter.explainEnds(clws_processor_seconds() - began) }
    return body()
  }

  func beginTick() {
    hadHandshakes = !handshakes.isEmpty
    if hadHandshakes { meter.tickBegins(at: clws_processor_seconds()) }
  }

  /// Leaves those who want in where they are when they have taken too much of the loop's time.
  func giveTurnToInsiders() {
    guard hadHandshakes else { return }
    let wait = meter.tickEnds(at: clws_processor_seconds(), now: .seconds(ev_now(evLoop)))
    guard wait > .zero else { return }
    for listener in listeners.all { listener.suspendAccepting(for: wait) }
  }
}

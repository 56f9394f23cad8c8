// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import LibWebSockets
import Lobby
import Protocol

/// Estimates one connection's round trip from the server's side.
///
/// Each pong carries a nonce that the next ping returns with the time it was held, so the server
/// knows the round trip without trusting the client's clock. The kernel's estimate, whose
/// acknowledgements no application can delay, is the second source; the lower one counts. The
/// client's clock only splits a round trip into its two directions.
struct RoundTripEstimator: Sendable {
  /// Maximum number of outstanding nonces; older ones are dropped.
  static let noncesKept = 16
  /// Maximum number of exchanges that are not evaluated yet.
  static let exchangesKept = 8
  /// A one-way time this much above its minimum (µs) means that the client's clock was set.
  private static let clockWasSet: Int64 = 5_000_000

  /// An exchange: a pong, and the ping that returned its nonce.
  private struct Exchange {
    let t0: Int64
    let held: Duration
    let sentAt: ServerTime
    let receivedAt: ServerTime
  }

  private var nonces: Deque<(nonce: UInt64, sentAt: ServerTime)> = []
  /// Exchanges that are evaluated together, once the estimate is asked for or there are
  /// `exchangesKept`: nobody asks about most connections, and the values below are scattered in
  /// memory.
  private var exchanges: [Exchange] = []
  /// Round trips of the exchanges.
  private var roundTrips = SlidingMinimum()
  /// One-way times, offset by the unknown clock difference: only changes matter.
  private var ups = SlidingMinimum()
  private var downs = SlidingMinimum()
  private var recentDowns = RecentDurations()
  private var kernelFloors = SlidingMinimum()
  private var kernelSmoothed: Duration?
  private let isBehindProxy: Bool

  /// An estimator without samples.
  ///
  /// - Parameter isBehindProxy: whether the kernel measures a proxy instead of the peer.
  init(isBehindProxy: Bool) {
    self.isBehindProxy = isBehindProxy
  }

  /// Records that a pong with `nonce` is sent now.
  mutating func sent(nonce: UInt64, at now: ServerTime) {
    nonces.removeAll { $0.nonce == nonce }
    if nonces.count == Self.noncesKept { nonces.removeFirst() }
    nonces.append((nonce, now))
    assert(nonces.count <= Self.noncesKept, "Outstanding nonces are bounded.")
  }

  /// Records a ping.
  ///
  /// - Returns: the exchange's probe; nil without an echo, for an unknown, used or expired nonce,
  ///   or for an implausible holding time.
  mutating func received(_ ping: Ping, at now: ServerTime) -> MeasuredConnection.Probe? {
    evaluate()
    return exchange(endedBy: ping, at: now).flatMap { evaluate($0) }
  }

  /// Records a ping whose probe nobody needs now.
  mutating func note(_ ping: Ping, at now: ServerTime) {
    guard let exchange = exchange(endedBy: ping, at: now) else { return }
    if exchanges.count == Self.exchangesKept { evaluate() }
    exchanges.append(exchange)
  }

  private mutating func exchange(endedBy ping: Ping, at now: ServerTime) -> Exchange? {
    guard let echo = ping.echo, let index = nonces.firstIndex(where: { $0.nonce == echo.nonce })
    else { return nil }
    let sentAt = nonces.remove(at: index).sentAt
    assert(!nonces.contains { $0.nonce == echo.nonce }, "A nonce counts once.")
    guard echo.held >= .zero, now - sentAt - echo.held >= .zero else { return nil }
    return Exchange(t0: ping.t0, held: echo.held, sentAt: sentAt, receivedAt: now)
  }

  /// Evaluates the exchanges noted so far, as if each had been when it ended.
  mutating func evaluate() {
    guard !exchanges.isEmpty else { return }
    for exchange in exchanges { _ = evaluate(exchange) }
    exchanges.removeAll(keepingCapacity: true)
  }

  private mutating func evaluate(_ exchange: Exchange) -> MeasuredConnection.Probe? {
    let roundTrip = exchange.receivedAt - exchange.sentAt - exchange.held
    roundTrips.add(roundTrip.wholeMicroseconds, at: exchange.receivedAt)
    return split(
      exchange.t0, held: exchange.held, sentAt: exchange.sentAt, receivedAt: exchange.receivedAt)
  }

  /// Records the kernel's estimate.
  mutating func measured(_ kernel: RoundTrip, at now: ServerTime) {
    guard !isBehindProxy else { return }
    evaluate()
    kernelFloors.add(kernel.minimum.wholeMicroseconds, at: now)
    kernelSmoothed = kernel.smoothed
  }

  /// The current estimate; call `evaluate` first where the estimator can be changed, which is
  /// cheaper.
  func connection(at now: ServerTime) -> MeasuredConnection {
    guard exchanges.isEmpty else {
      var evaluated = self
      evaluated.evaluate()
      return evaluated.connection(at: now)
    }
    let longest = kernelSmoothed ?? LagPolicy.baseLimitBehindProxy
    return MeasuredConnection(
      roundTripFloor: floor(at: now).map { .microseconds($0) },
      downlink: recentDowns.percentile95.map { min($0, longest) },
      isBehindProxy: isBehindProxy)
  }

  /// The shortest round trip of the last minute, in microseconds.
  private func floor(at now: ServerTime) -> Int64? {
    guard let exchanged = roundTrips.least(at: now) else { return kernelFloors.least(at: now) }
    return kernelFloors.least(at: now).map { min($0, exchanged) } ?? exchanged
  }

  /// Splits a round trip by the client's clock, whose offset is constant.
  private mutating func split(
    _ t0: Int64, held: Duration, sentAt: ServerTime, receivedAt: ServerTime
  ) -> MeasuredConnection.Probe? {
    let (up, upOverflows) = receivedAt.microseconds.subtractingReportingOverflow(t0)
    let (arrived, heldOverflows) = t0.subtractingReportingOverflow(held.wholeMicroseconds)
    let (down, downOverflows) = arrived.subtractingReportingOverflow(sentAt.microseconds)
    guard !upOverflows, !heldOverflows, !downOverflows, abs(up, isBelow: .max / 4),
      abs(down, isBelow: .max / 4)
    else { return nil }
    let wasSet =
      ups.least(at: receivedAt).map { up - $0 > Self.clockWasSet } ?? false
      || downs.least(at: receivedAt).map { down - $0 > Self.clockWasSet } ?? false
    if wasSet { (ups, downs) = (SlidingMinimum(), SlidingMinimum()) }
    ups.add(up, at: receivedAt)
    downs.add(down, at: receivedAt)
    guard let floor = floor(at: receivedAt), let leastUp = ups.least(at: receivedAt),
      let leastDown = downs.least(at: receivedAt)
    else { return nil }
    let half = Duration.microseconds(floor / 2) + .nanoseconds(floor % 2 * 500)
    let probe = MeasuredConnection.Probe(
      up: .microseconds(up - leastUp) + half, down: .microseconds(down - leastDown) + half)
    recentDowns.append(probe.down)
    return probe
  }

  private func abs(_ value: Int64, isBelow limit: Int64) -> Bool { -limit < value && value < limit }
}

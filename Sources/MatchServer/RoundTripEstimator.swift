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
  /// A one-way time this much above its minimum (µs) means that the client's clock was set.
  private static let clockWasSet: Int64 = 5_000_000

  private var nonces: Deque<(nonce: UInt64, sentAt: ServerTime)> = []
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
    guard let echo = ping.echo, let index = nonces.firstIndex(where: { $0.nonce == echo.nonce })
    else { return nil }
    let sentAt = nonces.remove(at: index).sentAt
    assert(!nonces.contains { $0.nonce == echo.nonce }, "A nonce counts once.")
    let roundTrip = now - sentAt - echo.held
    guard echo.held >= .zero, roundTrip >= .zero else { return nil }
    roundTrips.add(roundTrip.wholeMicroseconds, at: now)
    return split(ping.t0, held: echo.held, sentAt: sentAt, receivedAt: now)
  }

  /// Records the kernel's estimate.
  mutating func measured(_ kernel: RoundTrip, at now: ServerTime) {
    guard !isBehindProxy else { return }
    kernelFloors.add(kernel.minimum.wholeMicroseconds, at: now)
    kernelSmoothed = kernel.smoothed
  }

  /// The current estimate.
  func connection(at now: ServerTime) -> MeasuredConnection {
    let longest = kernelSmoothed ?? LagPolicy.baseLimitBehindProxy
    return MeasuredConnection(
      roundTripFloor: floor(at: now), downlink: recentDowns.percentile95.map { min($0, longest) },
      isBehindProxy: isBehindProxy)
  }

  private func floor(at now: ServerTime) -> Duration? {
    [roundTrips.least(at: now), kernelFloors.least(at: now)].compactMap { $0 }.min()
      .map { .microseconds($0) }
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
    for (least, way) in [(ups.least(at: receivedAt), up), (downs.least(at: receivedAt), down)] {
      guard let least, way - least > Self.clockWasSet else { continue }
      ups = SlidingMinimum()
      downs = SlidingMinimum()
    }
    ups.add(up, at: receivedAt)
    downs.add(down, at: receivedAt)
    guard let floor = floor(at: receivedAt), let leastUp = ups.least(at: receivedAt),
      let leastDown = downs.least(at: receivedAt)
    else { return nil }
    let probe = MeasuredConnection.Probe(
      up: .microseconds(up - leastUp) + floor / 2, down: .microseconds(down - leastDown) + floor / 2
    )
    recentDowns.append(probe.down)
    return probe
  }

  private func abs(_ value: Int64, isBelow limit: Int64) -> Bool { -limit < value && value < limit }
}

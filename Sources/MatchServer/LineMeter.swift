// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import LibWebSockets
import Lobby
import Protocol

/// Measures one connection from the server's side.
///
/// Every pong carries a nonce that the next ping gives back, with how long it was held: from that
/// the server knows the round trip without believing the client's clock. The kernel, whose
/// acknowledgements no application can hold back, is the second witness, and the lower of the two
/// counts. What the client says of its own clock only splits a round trip into its two ways.
struct LineMeter: Sendable {
  /// Pongs without an echo yet that are remembered; older ones count for nothing.
  static let noncesKept = 16
  /// A way that seems to take so much longer than at its best says that the client's clock was set.
  private static let clockWasSet: Int64 = 5_000_000

  private var nonces: Deque<(nonce: UInt64, sentAt: ServerTime)> = []
  /// Whole round trips of the exchanges.
  private var roundTrips = SlidingMinimum()
  /// The ways there and back, each off by what the client's clock is off: only differences count.
  private var ups = SlidingMinimum()
  private var downs = SlidingMinimum()
  private var recentDowns = RecentDurations()
  private var kernelFloors = SlidingMinimum()
  private var kernelSmoothed: Duration?
  private let isBehindProxy: Bool

  /// Nothing is known yet.
  ///
  /// - Parameter isBehindProxy: whether what the kernel measures is another line than the peer's.
  init(isBehindProxy: Bool) {
    self.isBehindProxy = isBehindProxy
  }

  /// A pong with `nonce` leaves, or leaves only now.
  mutating func sent(nonce: UInt64, at now: ServerTime) {
    nonces.removeAll { $0.nonce == nonce }
    if nonces.count == Self.noncesKept { nonces.removeFirst() }
    nonces.append((nonce, now))
  }

  /// A ping came.
  ///
  /// - Returns: what its exchange says; nil if it gives nothing back, or a nonce that was never
  ///   sent, was given back before or is too old, or one that was held longer than it has existed.
  mutating func received(_ ping: Ping, at now: ServerTime) -> LineQuality.Probe? {
    guard let echo = ping.echo, let index = nonces.firstIndex(where: { $0.nonce == echo.nonce })
    else { return nil }
    let sentAt = nonces.remove(at: index).sentAt
    let roundTrip = now - sentAt - echo.held
    guard echo.held >= .zero, roundTrip >= .zero else { return nil }
    roundTrips.add(roundTrip.wholeMicroseconds, at: now)
    return split(ping.t0, held: echo.held, sentAt: sentAt, receivedAt: now)
  }

  /// The kernel tells what it has measured.
  mutating func measured(_ kernel: RoundTrip, at now: ServerTime) {
    guard !isBehindProxy else { return }
    kernelFloors.add(kernel.minimum.wholeMicroseconds, at: now)
    kernelSmoothed = kernel.smoothed
  }

  /// The line as far as it is known.
  func line(at now: ServerTime) -> LineQuality {
    let longest = kernelSmoothed ?? LagPolicy.baseLimitBehindProxy
    return LineQuality(
      roundTripFloor: floor(at: now), downlink: recentDowns.percentile95.map { min($0, longest) },
      isBehindProxy: isBehindProxy)
  }

  private func floor(at now: ServerTime) -> Duration? {
    [roundTrips.least(at: now), kernelFloors.least(at: now)].compactMap { $0 }.min()
      .map { .microseconds($0) }
  }

  /// Splits a round trip by how the client's clock, which is off by the same all along, saw it.
  private mutating func split(
    _ t0: Int64, held: Duration, sentAt: ServerTime, receivedAt: ServerTime
  ) -> LineQuality.Probe? {
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
    let probe = LineQuality.Probe(
      up: .microseconds(up - leastUp) + floor / 2, down: .microseconds(down - leastDown) + floor / 2
    )
    recentDowns.append(probe.down)
    return probe
  }

  private func abs(_ value: Int64, isBelow limit: Int64) -> Bool { -limit < value && value < limit }
}

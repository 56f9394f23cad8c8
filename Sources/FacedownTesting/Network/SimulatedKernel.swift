// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets

/// TCP's round-trip statistics of a simulated link at the server: the minimum, and the smoothed
/// value, which includes full queues.
///
/// Lost packets are left out: TCP measures no retransmitted packet (Karn's algorithm).
struct SimulatedKernel: Sendable {
  /// The interval at which the server samples the round trip.
  private static let interval = Duration.seconds(1)

  private let link: LinkModel
  private var askedAt: ServerTime?

  /// The kernel at the server's end of `link`.
  init(_ link: LinkModel) {
    self.link = link
  }

  /// The measurement at `now`; nil within `interval` of the last one.
  mutating func measure(at now: ServerTime) -> RoundTrip? {
    guard askedAt.map({ now - $0 >= Self.interval }) ?? true else { return nil }
    askedAt = now
    let empty = link.delay(.up) + link.delay(.down)
    let queues = link.congestion.reduce(Duration.zero) { sum, episode in
      sum + .microseconds(Int64(episode.wait(at: Double(now.microseconds))))
    }
    // Median jitter each way is half a millisecond and a fiftieth of the round trip; the mean is
    // half as much again.
    let jitter =
      link.conditions.hasJitter
      ? (Duration.milliseconds(1) + link.conditions.roundTrip / 25) : .zero
    return RoundTrip(minimum: empty + jitter / 4, smoothed: empty + jitter * 3 / 2 + queues)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets

/// What the server's kernel knows of a simulated line: the empty round trip, and the smoothed one,
/// into which full queues go as well.
///
/// Lost packets do not: TCP measures no packet that it had to send again.
struct SimulatedKernel: Sendable {
  /// How often the server asks.
  private static let interval = Duration.seconds(1)

  private let line: LinkModel
  private var askedAt: ServerTime?

  /// The kernel at the server's end of `line`.
  init(_ line: LinkModel) {
    self.line = line
  }

  /// What it has measured by `now`; nil if it was asked a moment ago.
  mutating func measure(at now: ServerTime) -> RoundTrip? {
    guard askedAt.map({ now - $0 >= Self.interval }) ?? true else { return nil }
    askedAt = now
    let empty = line.delay(.up) + line.delay(.down)
    let queues = line.congestion.reduce(Duration.zero) { sum, episode in
      sum + .microseconds(Int64(episode.wait(at: Double(now.microseconds))))
    }
    // A packet waits half a millisecond and a fiftieth of the round trip each way at the median of
    // many; half as long again on average.
    let jitter =
      line.conditions.hasJitter
      ? (Duration.milliseconds(1) + line.conditions.roundTrip / 25) : .zero
    return RoundTrip(minimum: empty + jitter / 4, smoothed: empty + jitter * 3 / 2 + queues)
  }
}

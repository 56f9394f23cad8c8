// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// An episode during which a queue on the path is full (bufferbloat).
package struct Congestion: Hashable, Sendable {
  /// When the queue begins to fill.
  package let start: ServerTime
  /// When it is empty again.
  package let end: ServerTime
  /// The longest queueing delay during the episode.
  package let depth: Duration
  /// The affected direction.
  package let direction: LinkDirection

  /// The queueing delay of a packet sent at `time`, in microseconds.
  ///
  /// The queue fills and drains within half a second and fluctuates in between.
  func wait(at time: Double) -> Double {
    let (start, end) = (Double(start.microseconds), Double(end.microseconds))
    guard time >= start, time <= end else { return 0 }
    let ramp = min(1, (time - start) / 500_000, (end - time) / 500_000)
    let breath = ((time - start) * 1.7e-6).truncatingRemainder(dividingBy: 1)
    return depth.inMicroseconds * ramp * (0.6 + 0.4 * breath)
  }

  /// The episodes of a link: one a minute of some six seconds, mostly in the upload direction.
  ///
  /// One may already be running when the link begins.
  static func episodes(
    from start: ServerTime, for horizon: Duration, _ random: inout SeededRandom
  ) -> [Congestion] {
    var episodes: [Congestion] = []
    var at = random.exponential(mean: 60) - 60
    let end = horizon.inMicroseconds / 1e6
    while at < end {
      let length = max(1, random.exponential(mean: 6))
      let depth = random.uniform(50...400)
      episodes.append(
        Congestion(
          start: start + .microseconds(Int64(at * 1e6)),
          end: start + .microseconds(Int64((at + length) * 1e6)),
          depth: .microseconds(Int64(depth * 1000)),
          direction: random.happens(0.7) ? .up : .down))
      at += length + random.exponential(mean: 60)
    }
    return episodes
  }
}

/// A direction of a link.
package enum LinkDirection: CaseIterable, Hashable, Sendable {
  /// From the client to the server.
  case up
  /// From the server to the client.
  case down
}

extension Duration {
  /// The duration in microseconds, fractions included.
  var inMicroseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1e6 + Double(attoseconds) * 1e-12
  }
}

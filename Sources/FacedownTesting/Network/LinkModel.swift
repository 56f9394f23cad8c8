// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Glibc

/// Latency model of a link between a client and its server, in virtual time.
///
/// Each direction has its own delay, lognormal jitter, packet loss as TCP shows it (late, with
/// head-of-line blocking), and queues that fill up for seconds. The same conditions and seed give
/// the same link. `docs/latency.md` compares the model with measurements.
package struct LinkModel: Sendable {
  /// One direction of the link.
  private struct Way: Sendable {
    /// Delay without load, in microseconds.
    let base: Double
    var random: SeededRandom
    /// The last arrival, which nothing sent later overtakes.
    var last = -Double.infinity
  }

  /// Its parameters.
  package let conditions: LinkConditions
  /// Congestion episodes, in order.
  package let congestion: [Congestion]
  private var up: Way
  private var down: Way

  /// The link drawn from `seed` under `conditions`, beginning at `start`.
  package init(_ conditions: LinkConditions, seed: UInt64, start: ServerTime = .zero) {
    self.conditions = conditions
    var path = SeededRandom(seed: seed, stream: 1)
    // Most routes are nearly symmetric, some are far from it.
    let drawn = path.happens(0.7) ? path.normal() * 0.03 : path.uniform(-0.25...0.25)
    let skew = conditions.isAsymmetric ? drawn : 0
    let half = conditions.roundTrip.inMicroseconds / 2
    up = Way(base: half * (1 + skew), random: SeededRandom(seed: seed, stream: 2))
    down = Way(base: half * (1 - skew), random: SeededRandom(seed: seed, stream: 3))
    congestion =
      conditions.hasCongestion
      ? Congestion.episodes(from: start, for: conditions.horizon, &path) : []
  }

  /// The one-way delay without load.
  package func delay(_ direction: LinkDirection) -> Duration {
    .microseconds(Int64(base(direction)))
  }

  /// The clock error that no exchange of timestamps can detect: half the difference between upload
  /// and download delay.
  package var hiddenAsymmetry: Duration { (delay(.up) - delay(.down)) / 2 }

  /// Whether any congestion episode overlaps `range`.
  package func isCongested(in range: ClosedRange<ServerTime>) -> Bool {
    congestion.contains { $0.start <= range.upperBound && $0.end >= range.lowerBound }
  }

  /// The arrival of a message, given when the next one is sent.
  ///
  /// Messages of one direction must be sent in order of time. Where the next message is not known
  /// yet, use a `NetworkLink`.
  ///
  /// - Parameters:
  ///   - direction: the direction in which it is sent.
  ///   - time: when it is sent.
  ///   - bytes: its size; a large one is several packets, each of which may be lost.
  ///   - next: when the sender sends its next message; nil for never.
  /// - Returns: when the whole message has arrived.
  package mutating func deliver(
    _ direction: LinkDirection, at time: ServerTime, bytes: Int = 64,
    followedAt next: ServerTime? = nil
  ) -> ServerTime {
    let sent = Double(time.microseconds)
    var follower = next.map { Double($0.microseconds) } ?? .infinity
    if let chaser = conditions.chaser { follower = min(follower, sent + chaser.inMicroseconds) }
    let packets = Self.packetCount(bytes)
    var at = direction == .up ? up.last : down.last
    for number in 1...packets {
      var packet = draw(direction, at: sent)
      packet.followedAt = number < packets ? sent : follower
      at = max(at, arrival(of: packet, direction))
    }
    if direction == .up { up.last = at } else { down.last = at }
    return ServerTime(microseconds: Int64(at.rounded(.up)))
  }

  /// The number of packets in a message of `bytes`.
  static func packetCount(_ bytes: Int) -> Int { max(1, (bytes + 1447) / 1448) }

  /// Draws jitter and losses of a packet sent at `time`, in microseconds.
  mutating func draw(_ direction: LinkDirection, at time: Double) -> Packet {
    var random = direction == .up ? up.random : down.random
    defer {
      if direction == .up { up.random = random } else { down.random = random }
    }
    let median = 500 + 0.02 * conditions.roundTrip.inMicroseconds
    let jitter = median * exp(0.9 * random.normal())
    var losses = 0
    // TCP gives up a connection after about ten losses in a row.
    while losses < 10, conditions.loss > 0, random.happens(conditions.loss) { losses += 1 }
    return Packet(sentAt: time, losses: losses, jitter: conditions.hasJitter ? jitter : 0)
  }

  /// A packet's arrival without head-of-line blocking, in microseconds.
  func arrival(of packet: Packet, _ direction: LinkDirection) -> Double {
    let sent = packet.finallySent(
      roundTrip: conditions.roundTrip.inMicroseconds,
      pad: conditions.retransmissionPad.inMicroseconds)
    var queue = 0.0
    for episode in congestion where episode.direction == direction {
      queue = max(queue, episode.wait(at: sent))
    }
    return sent + base(direction) + queue + packet.jitter
  }

  private func base(_ direction: LinkDirection) -> Double {
    direction == .up ? up.base : down.base
  }
}

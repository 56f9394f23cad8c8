// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
import Glibc

/// A link between a client and its server as a model in virtual time: how long messages take.
///
/// Both ways have a delay of their own, lognormal jitter, packets lost as TCP loses them (late, and
/// everything behind them late too), and queues that fill up for seconds. The same conditions and
/// seed give the same link. `docs/latency.md` says what the model was held against.
public struct LinkModel: Sendable {
  /// One way of the link.
  private struct Way: Sendable {
    /// What it takes when it is empty, in microseconds.
    let base: Double
    var random: SeededRandom
    /// The last arrival, which nothing sent later overtakes.
    var last = -Double.infinity
  }

  /// What the link is like.
  public let conditions: LinkConditions
  /// When its queues are full, in order.
  public let congestion: [Congestion]
  private var up: Way
  private var down: Way

  /// The link of `seed` under `conditions`, which begins at `start`.
  public init(_ conditions: LinkConditions, seed: UInt64, start: ServerTime = .zero) {
    self.conditions = conditions
    var path = SeededRandom(seed: seed, stream: 1)
    // Most routes are nearly even, some are not at all.
    let drawn = path.happens(0.7) ? path.normal() * 0.03 : path.uniform(-0.25...0.25)
    let skew = conditions.isAsymmetric ? drawn : 0
    let half = conditions.roundTrip.inMicroseconds / 2
    up = Way(base: half * (1 + skew), random: SeededRandom(seed: seed, stream: 2))
    down = Way(base: half * (1 - skew), random: SeededRandom(seed: seed, stream: 3))
    congestion =
      conditions.hasCongestion
      ? Congestion.episodes(from: start, for: conditions.horizon, &path) : []
  }

  /// How long an empty way takes.
  public func delay(_ direction: LinkDirection) -> Duration {
    .microseconds(Int64(base(direction)))
  }

  /// What no exchange of stamps can see: half of how much longer the way up is than the way down.
  public var hiddenAsymmetry: Duration { (delay(.up) - delay(.down)) / 2 }

  /// Whether a queue of the link is filling or full at some time in `range`.
  public func isCongested(in range: ClosedRange<ServerTime>) -> Bool {
    congestion.contains { $0.start <= range.upperBound && $0.end >= range.lowerBound }
  }

  /// Sends a message and says when it arrives, knowing what is sent after it.
  ///
  /// Messages of one direction have to be sent in the order of time. Where what follows is not known
  /// yet, use a `NetworkLink`.
  ///
  /// - Parameters:
  ///   - direction: the way it takes.
  ///   - time: when it is sent.
  ///   - bytes: its size; a large one is several packets, each of which may be lost.
  ///   - next: when the sender's next message leaves; nil for never.
  /// - Returns: when the whole message is there.
  public mutating func deliver(
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

  /// How many packets a message of `bytes` is.
  static func packetCount(_ bytes: Int) -> Int { max(1, (bytes + 1447) / 1448) }

  /// Draws a packet sent at `time`, in microseconds.
  mutating func draw(_ direction: LinkDirection, at time: Double) -> Packet {
    var random = direction == .up ? up.random : down.random
    defer {
      if direction == .up { up.random = random } else { down.random = random }
    }
    let median = 500 + 0.02 * conditions.roundTrip.inMicroseconds
    let jitter = median * exp(0.9 * random.normal())
    var losses = 0
    // Ten in a row are a connection that TCP has given up.
    while losses < 10, conditions.loss > 0, random.happens(conditions.loss) { losses += 1 }
    return Packet(sentAt: time, losses: losses, jitter: conditions.hasJitter ? jitter : 0)
  }

  /// When a packet arrives if nothing before it holds it up, in microseconds.
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

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
package import Game

/// One direction of a link with messages in flight, for a simulation that does not know yet what is
/// sent next.
///
/// A lost message may still arrive earlier when a later one reveals the loss, but never in the
/// past. Advance to `nextInstant`, then take `arrivals(upTo:)`.
package struct NetworkLink<Parcel: Sendable>: Sendable {
  private struct Flight: Sendable {
    var packet: Packet
    /// What arrives with this packet; nil for a chaser or the first packets of a long message.
    var parcel: Parcel?
  }

  private var model: LinkModel
  private let direction: LinkDirection
  private var flights: Deque<Flight> = []
  /// The last arrival, which nothing sent later overtakes.
  private var last = -Double.infinity
  private var chaserDue: Double?

  /// An empty link in one direction of `model`.
  package init(_ model: LinkModel, _ direction: LinkDirection) {
    self.model = model
    self.direction = direction
  }

  /// Sends a message at `time`, which must not precede anything sent or taken before.
  package mutating func send(_ parcel: Parcel, bytes: Int, at time: ServerTime) {
    let now = Double(time.microseconds)
    sendChaser(upTo: now)
    let packets = LinkModel.packetCount(bytes)
    for number in 1...packets { fly(number == packets ? parcel : nil, at: now) }
    chaserDue = model.conditions.chaser.map { now + $0.inMicroseconds }
  }

  /// The next event on the link; nil for never.
  package var nextInstant: ServerTime? {
    let first = flights.first.map { max(last, model.arrival(of: $0.packet, direction)) }
    return [first, chaserDue].compactMap { $0 }.min().map(Self.instant)
  }

  /// Takes everything that has arrived by `time`, in order.
  package mutating func arrivals(upTo time: ServerTime) -> [(at: ServerTime, parcel: Parcel)] {
    var arrived: [(at: ServerTime, parcel: Parcel)] = []
    while let next = nextArrival(upTo: time) { arrived.append(next) }
    return arrived
  }

  /// Takes the first message that has arrived by `time`, with its arrival; nil for none.
  package mutating func nextArrival(upTo time: ServerTime) -> (at: ServerTime, parcel: Parcel)? {
    sendChaser(upTo: Double(time.microseconds))
    while let first = flights.first {
      let at = max(last, model.arrival(of: first.packet, direction))
      guard Self.instant(at) <= time else { return nil }
      flights.removeFirst()
      last = at
      if let parcel = first.parcel { return (Self.instant(at), parcel) }
    }
    return nil
  }

  /// Drops everything in flight, as when the connection breaks.
  package mutating func cut() {
    flights.removeAll()
    chaserDue = nil
  }

  private mutating func sendChaser(upTo now: Double) {
    guard let due = chaserDue, due <= now else { return }
    chaserDue = nil
    fly(nil, at: due)
  }

  private mutating func fly(_ parcel: Parcel?, at now: Double) {
    let packet = model.draw(direction, at: now)
    if packet.losses == 0 {
      for index in flights.indices where flights[index].packet.losses > 0 {
        flights[index].packet.followedAt = min(flights[index].packet.followedAt, now)
      }
    }
    flights.append(Flight(packet: packet, parcel: parcel))
  }

  private static func instant(_ microseconds: Double) -> ServerTime {
    ServerTime(microseconds: Int64(microseconds.rounded(.up)))
  }
}

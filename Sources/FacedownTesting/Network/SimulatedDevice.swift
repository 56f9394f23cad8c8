// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer

/// A client's computer on the simulated network: its clock, its link and its connections.
final class SimulatedDevice {
  let clock: SimulatedClock
  /// The link of connections dialled from now on.
  var conditions: LinkConditions
  let seed: UInt64
  /// Connections that are open, connecting, or still have messages in flight.
  private(set) var connections: [SimulatedConnection] = []
  /// The end of a network outage, during which every connection attempt fails at once.
  var unpluggedUntil: ServerTime?
  /// How long it had slept in total at the last check.
  private var slept: Duration

  init(clock: SimulatedClock, conditions: LinkConditions, seed: UInt64, now: ServerTime) {
    self.clock = clock
    self.conditions = conditions
    self.seed = seed
    slept = clock.slept(at: now)
  }

  /// When something happens on its connections next, at either end; nil for never.
  var nextInstant: ServerTime? {
    var next: ServerTime?
    for connection in connections {
      next = earlier(next, connection.serverInstant)
      next = earlier(next, connection.clientInstant.map(awake))
    }
    return next
  }

  /// Whether its network is out.
  func isUnplugged(_ now: ServerTime) -> Bool { unpluggedUntil.map { now < $0 } ?? false }

  /// Whether it has slept since the last call.
  func hasJustWoken(_ now: ServerTime) -> Bool {
    let total = clock.slept(at: now)
    defer { slept = total }
    return total - slept > .milliseconds(50)
  }

  /// Whether a timer set for `wake` is due.
  func isDue(_ wake: LocalTime, _ now: ServerTime) -> Bool {
    !clock.isAsleep(at: now) && wake <= clock.reading(at: now)
  }

  /// Dials the server; each connection has a link of its own.
  func dial(_ number: ConnectionNumber, as id: ServerConnectionID, now: ServerTime)
    -> SimulatedConnection
  {
    let connection = SimulatedConnection(
      number: number, id: id, conditions: conditions,
      seed: seed &+ UInt64(number.rawValue - 1) &* 0x9e37_79b9_7f4a_7c15, now: now)
    connections.append(connection)
    return connection
  }

  func connection(_ id: ServerConnectionID) -> SimulatedConnection? {
    connections.first { $0.id == id }
  }

  func connection(_ number: ConnectionNumber) -> SimulatedConnection? {
    connections.first { $0.number == number }
  }

  /// The next thing that has happened on a connection by `now`; nil for none.
  ///
  /// Handle one before asking for the next.
  func nextDelivery(_ now: ServerTime) -> (SimulatedConnection, SimulatedConnection.Delivery)? {
    let isAsleep = clock.isAsleep(at: now)
    for connection in connections {
      if let delivery = connection.nextDelivery(now, isAsleep: isAsleep) {
        return (connection, delivery)
      }
    }
    return nil
  }

  /// Removes the connections without further events, and returns them.
  func removeSpent() -> [SimulatedConnection] {
    let spent = connections.filter(\.isSpent)
    if !spent.isEmpty { connections.removeAll(where: \.isSpent) }
    return spent
  }

  /// `time`, or the end of its sleep if it is asleep then: events wait.
  private func awake(_ time: ServerTime) -> ServerTime {
    clock.sleeps.first { $0.start <= time && time < $0.end }?.end ?? time
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer

/// A guest of `InMemoryWorld`: its machine, clock and connections.
struct SimulatedGuest {
  var machine: any RecordedMachine
  let clock: SimulatedClock
  /// Connections that are open, connecting, or still have messages in flight.
  var links: [SimulatedLink] = []
  /// The end of a network outage, during which every connection attempt fails at once.
  var unpluggedUntil: ServerTime?
  /// Whether the server's kernel reports its round trips.
  let isMeasured: Bool
  private let conditions: LinkConditions
  private let seed: UInt64
  /// How long the machine had slept in total at the last check.
  private var slept: Duration

  init(
    machine: any RecordedMachine, conditions: LinkConditions, seed: UInt64, clock: SimulatedClock,
    isMeasured: Bool = false, now: ServerTime
  ) {
    self.machine = machine
    self.conditions = conditions
    self.seed = seed
    self.clock = clock
    self.isMeasured = isMeasured
    slept = clock.slept(at: now)
  }

  /// A connection over a link of its own; the first is open at once, because no test is about what
  /// precedes it.
  func makeLink(_ number: ConnectionNumber, id: ServerConnectionID, now: ServerTime)
    -> SimulatedLink
  {
    let own = seed &+ UInt64(number.rawValue - 1) &* 0x9E37_79B9_7F4A_7C15
    let model = LinkModel(conditions, seed: own, start: now)
    var connection = SimulatedLink(
      number: number, id: id, up: NetworkLink(model, .up), down: NetworkLink(model, .down),
      kernel: isMeasured ? SimulatedKernel(model) : nil)
    guard number != ConnectionNumber(1) else { return connection }
    // Before TCP has measured a round trip its retransmission timeout is a second.
    var initial = conditions
    initial.retransmissionPad = max(.seconds(1) - conditions.roundTrip, .zero)
    initial.chaser = nil
    var handshake = LinkModel(initial, seed: own &+ 1, start: now)
    let knocked = handshake.deliver(.up, at: now)
    connection.connectsAt = handshake.deliver(.down, at: knocked)
    return connection
  }

  /// Its next event, no earlier than `now`.
  func nextInstant(_ now: ServerTime) -> ServerTime? {
    let wake = machine.nextWake.map { clock.time(of: $0, notBefore: now) }
    let instants = links.flatMap {
      [$0.upInstant, $0.downInstant.map(awake), $0.connectsAt, $0.diesAt]
    }
    return (instants + [wake]).compactMap { $0 }.min()
  }

  /// Whether one of its connections has something due.
  func isDue(_ now: ServerTime) -> Bool {
    links.contains { connection in
      let instants = [
        connection.upInstant, connection.downInstant.map(awake), connection.connectsAt,
        connection.diesAt,
      ]
      return instants.compactMap { $0 }.contains { $0 <= now }
    }
  }

  /// Whether its machine's timer is due.
  func isWakeDue(_ now: ServerTime) -> Bool {
    guard let wake = machine.nextWake, !clock.isAsleep(at: now) else { return false }
    return wake <= clock.reading(at: now)
  }

  /// Whether its machine has slept since the last call.
  mutating func hasJustWoken(_ now: ServerTime) -> Bool {
    let total = clock.slept(at: now)
    defer { slept = total }
    return total - slept > .milliseconds(50)
  }

  /// `time`, or the end of the machine's sleep if it is asleep then: events wait.
  private func awake(_ time: ServerTime) -> ServerTime {
    clock.sleeps.first { $0.start <= time && time < $0.end }?.end ?? time
  }
}

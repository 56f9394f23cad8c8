// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer
import Protocol

/// Someone at the other end of lines: who acts there, the machine's clock, and its connections.
final class SimulatedPeer {
  /// A client as people have it, with someone who plays.
  typealias Honest = ReconnectingClient<DrivenClient<SimulatedPlayer>>

  let index: Int
  let encoding: WireEncoding
  /// The table it is meant for, and as what; nil for strangers.
  let place: (table: Int, role: Role)?
  /// The client, where the peer is honest.
  var honest: Honest?
  /// The cheat, where it is none.
  var hostile: HostileClient?
  let clock: SimulatedClock
  var conditions: LinkConditions
  let seed: UInt64
  /// Connections that are open, under way, or still have something on the way.
  var wires: [SimulatedConnection] = []
  /// Until when every attempt to connect fails at once.
  var unpluggedUntil: ServerTime?
  /// How slowly it reads, and until when.
  var crawl: (bytesPerSecond: Int, until: ServerTime)?
  /// What its server counts it by; nil for not at all.
  let address: String?
  /// When it comes.
  let comesAt: ServerTime
  var hasCome = false
  /// What happens to its connection when it next says something.
  var aimed: NetworkFault?
  /// Times it was asked to enter its room.
  var ushered = 0
  /// Whether it is a player's second machine.
  var isDouble = false
  /// How often it has asked who is best.
  var boardsAsked = 0
  /// Entries of its log that were looked at.
  var seenThrough: (room: String, seq: UInt64) = ("", 0)
  /// What its user was told.
  var book = ClientModel()
  /// When something happens to it next.
  private(set) var dueAt: ServerTime?
  private var slept = Duration.zero

  init(
    index: Int, encoding: WireEncoding, place: (table: Int, role: Role)?, clock: SimulatedClock,
    conditions: LinkConditions, seed: UInt64, address: String?, comesAt: ServerTime
  ) {
    self.index = index
    self.encoding = encoding
    self.place = place
    self.clock = clock
    self.conditions = conditions
    self.seed = seed
    self.address = address
    self.comesAt = comesAt
    dueAt = comesAt
    slept = clock.slept(at: comesAt)
  }

  /// Whether it has given up, or was told to stay away.
  var isOver: Bool { honest?.isOver ?? hostile?.isOver ?? true }

  private var mindWake: LocalTime? {
    if let honest { return honest.isOver ? nil : honest.nextWake }
    return hostile?.nextWake
  }

  /// Works out anew when something happens to it next.
  func rearm(_ now: ServerTime) {
    guard hasCome else { return }
    var due = mindWake.map { clock.time(of: $0, notBefore: now) }
    for wire in wires {
      due = SimulatedConnection.earlier(due, wire.serverInstant)
      due = SimulatedConnection.earlier(due, wire.clientInstant.map(awake))
    }
    dueAt = due
  }

  /// Whether whoever acts here wants to be woken.
  func isWakeDue(_ now: ServerTime) -> Bool {
    guard let wake = mindWake, !clock.isAsleep(at: now) else { return false }
    return wake <= clock.reading(at: now)
  }

  /// Whether its machine has slept since it was last asked.
  func hasJustWoken(_ now: ServerTime) -> Bool {
    let total = clock.slept(at: now)
    defer { slept = total }
    return total - slept > .milliseconds(50)
  }

  /// Gives an input to whoever acts here.
  func handle(_ input: ReconnectingInput, now: ServerTime) -> [ReconnectingOutput] {
    let local = clock.reading(at: now)
    return honest?.handle(input, now: local) ?? hostile?.handle(input, now: local) ?? []
  }

  /// Whoever acts here dials for the first time.
  func begin(now: ServerTime) -> [ReconnectingOutput] {
    let local = clock.reading(at: now)
    return honest?.begin(now: local) ?? hostile?.begin(now: local) ?? []
  }

  func wire(_ id: ServerConnectionID) -> Int? { wires.firstIndex { $0.id == id } }

  func wire(_ number: ConnectionNumber) -> Int? { wires.firstIndex { $0.number == number } }

  /// The time, or when the machine wakes if it sleeps then: what comes meanwhile waits.
  private func awake(_ time: ServerTime) -> ServerTime {
    clock.sleeps.first { $0.start <= time && time < $0.end }?.end ?? time
  }
}

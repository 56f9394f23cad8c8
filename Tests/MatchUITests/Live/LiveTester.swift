// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchFixtures
import Protocol

@testable import MatchUI

/// A home screen's client before a scripted server, which answers probes after a round trip.
struct LiveTester {
  private(set) var live: LiveMatch
  private(set) var core: ClientCore
  private(set) var now: LocalTime
  private(set) var script: ScriptedMatch
  /// What the client was told to do since `forget`.
  private(set) var commands: [ClientCommand] = []
  private var pongs: [(due: LocalTime, pong: Pong)] = []
  private let roundTrip: Duration
  private var number = ConnectionNumber(1)
  private static let step = Duration.milliseconds(50)

  /// A client that is not connected yet, and a match of Ana and Ben.
  init(
    _ script: ScriptedMatch = .at(.playing), draw: UInt64 = 1, show: LiveMatch.Show = .match,
    roundTrip: Duration = .zero
  ) {
    self.script = script
    self.roundTrip = roundTrip
    live = LiveMatch(draw: draw, show: show)
    now = LocalTime(microseconds: script.now.microseconds)
    core = ClientCore(
      agent: "test", name: "Ana", key: [UInt8](repeating: 7, count: 32), hashing: .toy)
  }

  /// How much of the match is seen.
  var opacity: Double { live.opacity(at: now) }

  /// Forgets the commands so far.
  mutating func forget() { commands = [] }

  /// The server welcomes the client.
  mutating func connect() {
    feed(.start(home: try? ServerURL("wss://play.example.org")))
    welcome()
  }

  /// The server moves the room that is entered or watched to another node, which welcomes the client.
  mutating func move() {
    let request = core.table == nil ? RequestID(1) : nil
    hear(.moved(Moved(id: request, url: "wss://b.play.example.org")))
    number = ConnectionNumber(number.rawValue + 1)
    welcome()
  }

  private mutating func welcome() {
    feed(.opened(number))
    hear(
      .welcome(
        Welcome(
          sessionID: "s", resumeToken: [1], serverTime: serverTime, clockEpoch: 1, challenge: [],
          serverVersion: "t")))
  }

  /// The server sends its rooms: a code, the number of seats taken, and the phase of each.
  mutating func list(_ rooms: (code: String, seats: Int, phase: MatchView.Phase)...) {
    hear(
      .rooms(
        RoomsUpdate(
          rooms: rooms.map {
            RoomSummary(
              code: $0.code, settings: MatchSettings(), seatsTaken: $0.seats, phase: $0.phase,
              spectators: 0)
          })))
  }

  /// The room is entered, with everything that has happened so far.
  mutating func join() {
    hear(
      .joined(
        Joined(
          code: "K7QF2", roomID: "r", role: .spectator, base: MatchView(), tail: untold)))
  }

  /// Watches the match in the room `K7QF2`, until all of it is seen.
  mutating func watch() {
    connect()
    list(("K7QF2", 2, .playing))
    join()
    pass(.seconds(2))
    forget()
  }

  /// Receives a message.
  mutating func hear(_ message: ServerMessage) { feed(.received(number, message)) }

  /// The connection is lost.
  mutating func disconnect() { feed(.ended(number, mayRetry: true)) }

  /// The match goes on, and the client hears of it.
  mutating func play(_ change: (inout ScriptedMatch) -> Void) {
    change(&script)
    let end = LocalTime(microseconds: script.now.microseconds)
    while now < end {
      now = min(now + Self.step, end)
      while let (due, pong) = pongs.first, due <= now {
        pongs.removeFirst()
        feed(.received(number, .pong(pong)))
      }
      if core.table != nil, core.isConnected { for entry in untold { hear(.entry(entry)) } }
      feed(.tick)
      if let due = live.nextTick, due <= now { handle(nil) }
    }
  }

  /// Time passes.
  mutating func pass(_ duration: Duration) { play { $0.pass(duration) } }

  private var serverTime: ServerTime { ServerTime(microseconds: now.microseconds) }

  private var untold: [Entry] {
    let known = core.table?.log.latest.seq ?? 0
    return script.log.entries.filter { $0.seq > known && $0.at <= serverTime + ScriptedMatch.lead }
  }

  private mutating func handle(_ event: ClientEvent?) {
    for command in live.handle(event, core, at: now) {
      commands.append(command)
      feed(.command(command))
    }
  }

  private mutating func feed(_ input: ClientInput) {
    for output in core.handle(input, now: now) {
      switch output {
      case .event(let event): handle(event)
      case .send(.ping(let ping), let number):
        let middle = ServerTime(microseconds: (now + roundTrip / 2).microseconds)
        let pong = Pong(id: ping.id, t0: ping.t0, t1: middle, t2: middle, nonce: ping.id)
        if roundTrip == .zero {
          feed(.received(number, .pong(pong)))
        } else {
          pongs.append((now + roundTrip, pong))
        }
      default: break
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Interpolation
import MatchClient
import MatchFixtures
import MatchUI
import Protocol
import Stage

/// A player's screen during the fixed match, the same on every platform: the server's messages and
/// keys go in, and each frame's display list comes out as numbers.
///
/// The build for wasm32 compiles this file too, as Embedded Swift: its frames under JavaScript are
/// compared with the same file of numbers as those of the native build.
struct FixedScreen {
  /// A frame's time, the effects since the last one, and the items of its display list.
  private(set) var frames: [[Double]] = []

  private static let roundTrip = Duration.milliseconds(40)
  private static let frame = Duration.milliseconds(173)
  private static let number = ConnectionNumber(1)

  private let fixed = FixedMatch()
  private var core: ClientCore
  private var session: MatchSession
  private var now = LocalTime(microseconds: 1_000_000)
  private var told = 0
  private var effects: [Double] = []
  /// Pongs under way.
  private var pongs: [(at: LocalTime, Pong)] = []
  /// What the player types, and when after the beginning of the match.
  private static let typed: [(at: Duration, key: Key)] = [
    (.milliseconds(900), .character("?")), (.milliseconds(1400), .escape),
    (.milliseconds(3300), .right), (.milliseconds(3500), .down), (.milliseconds(3700), .enter),
    (.milliseconds(4200), .character("a")), (.milliseconds(4300), .character("1")),
    (.milliseconds(4800), .character("q")), (.milliseconds(5200), .character("n")),
    (.milliseconds(5400), .hover(column: 20, row: 8)),
    (.milliseconds(5600), .press(column: 20, row: 8)), (.milliseconds(6000), .character("s")),
    (.milliseconds(6400), .character("2")),
  ]

  /// Plays the match on a screen of 80 by 24 cells.
  init() {
    core = ClientCore(
      agent: "fixed", name: "Ana", key: [UInt8](repeating: 7, count: 32),
      hashing: FixedMatch.hashing)
    var options = MatchSession.Options()
    options.server = try? ServerURL("ws://example.org")
    session = MatchSession(options)
    session.viewport = MatchViewport(blocks: .halves)
    feed(.start(home: nil))
    feed(.opened(Self.number))
    feed(.received(Self.number, .welcome(welcome)))
    feed(.command(.request(.joinRoom(JoinRoom(code: "K7QF2", role: .player)))))
    let joined = Joined(
      code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
      base: MatchView())
    feed(.received(Self.number, .joined(joined)))
    let start = now
    var keys = Self.typed[...]
    while fixed.log.entries.count > told || frames.count < 60 {
      now = now + Self.frame
      while let key = keys.first, start + key.at <= now {
        keys.removeFirst()
        note(session.handle(.key(key.key), core, at: now))
      }
      hear()
      feed(.tick)
      note(session.handle(.tick, core, at: now))
      if let seen = session.frame(core, at: now) { frames.append(numbers(of: seen)) }
      effects = []
    }
  }

  // MARK: The server

  /// The server's time: the match begins a second after the client.
  private func serverTime(at time: LocalTime) -> ServerTime {
    FixedMatch.opening + (time - LocalTime(microseconds: 2_000_000))
  }

  private var welcome: Welcome {
    Welcome(
      sessionID: "s", resumeToken: [1], serverTime: serverTime(at: now), clockEpoch: 1,
      challenge: [], serverVersion: "t")
  }

  private mutating func feed(_ input: ClientInput) {
    for output in core.handle(input, now: now) {
      switch output {
      case .event(let event): note(session.handle(.event(event), core, at: now))
      case .send(.ping(let ping), _):
        let arrival = serverTime(at: now + Self.roundTrip / 2)
        let pong = Pong(id: ping.id, t0: ping.t0, t1: arrival, t2: arrival, nonce: ping.id)
        pongs.append((now + Self.roundTrip, pong))
      default: break
      }
    }
  }

  /// Receives what has arrived by now.
  private mutating func hear() {
    let until = now
    while let pong = pongs.first, pong.at <= until {
      pongs.removeFirst()
      now = pong.at
      feed(.received(Self.number, .pong(pong.1)))
    }
    now = until
    while told < fixed.log.entries.count, fixed.log.entries[told].at <= serverTime(at: now) {
      let entry = fixed.log.entries[told]
      told += 1
      feed(.received(Self.number, .entry(entry)))
    }
  }

  // MARK: Numbers

  private mutating func note(_ new: [MatchSession.Effect]) {
    effects += new.map { effect in
      switch effect {
      case .draw: 1
      case .redraw: 2
      case .open: 3
      case .announce(let text): 4 + hash(text)
      case .request(.leave): 5
      case .request(.another): 6
      case .request(.command(let command)): 10 + code(of: command)
      case .save(let id): 7 + hash(id)
      case .copy(let text): 8 + hash(text)
      }
    }
  }

  private func code(of command: ClientCommand) -> Double {
    switch command {
    case .ready: 0
    case .react: 1
    case .intent(.choose(let card)): 100 + Double(card.rawValue)
    case .intent(.shuffle): 2
    case .intent: 3
    default: 4
    }
  }

  private func numbers(of seen: MatchFrame) -> [Double] {
    var numbers = [
      Double(seen.time.microseconds), Double(effects.count), effects.reduce(0, +),
      hash(seen.title ?? ""), hash(seen.notification ?? ""),
      Double(seen.nextChange?.microseconds ?? -1), Double(seen.list?.items.count ?? -1),
    ]
    for item in seen.list?.items ?? [] {
      numbers += [Double(item.id.kind.rawValue), Double(item.id.index), item.z]
      numbers += self.numbers(of: item.content)
    }
    return numbers
  }

  private func numbers(of content: MatchDisplayList.Content) -> [Double] {
    switch content {
    case .card(let card):
      [
        Double(card.id.rawValue), card.centre.x, card.centre.y, card.rotation, card.spin,
        card.scale, card.lift, Double(card.face?.index ?? -1), card.bonus ?? -1,
      ]
    case .deck(let deck): [Double(deck.count), deck.centre.x, deck.centre.y]
    case .cursor(let place, let isBright): [Double(place), isBright ? 1 : 0]
    case .ghost(let centre, let seat, let opacity):
      [Double(seat.rawValue), centre.x, centre.y, opacity]
    case .number(let number): [Double(number.delta), number.centre.x, number.centre.y]
    case .panel(let area), .dialog(let area): numbers(of: area)
    case .code(let area, _): numbers(of: area)
    case .trophy(let face, let area, let name):
      numbers(of: area) + [Double(face.index), number(of: name)]
    case .plate(let area, let seat, _, _): numbers(of: area) + [Double(seat.rawValue)]
    case .clock(let clock, let area):
      numbers(of: area) + [Double(clock.secondsLeft ?? -1), Double(clock.stepsLeft)]
    case .text(let text):
      [Double(text.column), Double(text.row), hash(text.string), text.opacity]
    }
  }

  private func number(of name: MatchDisplayList.NamePlace?) -> Double {
    switch name {
    case nil: 0
    case .onCard: 1
    case .below(let cells): 2 + Double(cells)
    }
  }

  private func numbers(of area: Area) -> [Double] {
    [area.column, area.row, area.width, area.height].map { Double($0) }
  }

  /// A text as a number below 2^24, which every platform represents exactly.
  private func hash(_ text: String) -> Double {
    var hash: UInt32 = 2_166_136_261
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Double(hash >> 8)
  }
}

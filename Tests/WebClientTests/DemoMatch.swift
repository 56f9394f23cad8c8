// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import MatchFixtures
import Protocol
import WebClient

/// A short match of two bots for the home page, with a fair deal and a person's pace.
struct DemoMatch {
  private static let opening = ServerTime(microseconds: 1_000_000_000)
  private static let names = BotNames.all.prefix(2)
  /// The most choices, many more than bots that remember so much need.
  private static let mostChoices = 200
  /// How long a bot looks at the table before it turns the next card.
  private static let pauses = [750, 1150, 900, 1400, 650, 1050, 800].map {
    Duration.milliseconds($0)
  }

  /// What a spectator gets who comes just before the deal: the view of then, and all that follows.
  private(set) var joined: Joined
  /// The whole log.
  var log: MatchLog { script.log }
  private var script = MatchScript(Match(dealer: .fair(.swift)), at: opening)
  private var bots: [Bot]
  private var watched = 0

  /// Plays the match with a seed.
  init(seed: UInt8) {
    bots = Self.names.indices.map { Bot(level: .medium, seed: UInt64(seed) << 8 | UInt64($0)) }
    joined = Joined(code: "", roomID: "demo", role: .spectator, base: nil)
    let settings = MatchSettings(
      pairs: 6, seats: Self.names.count, turnLimit: .zero, theme: "animals")
    script.emit(
      .opened(Event.Opened(matchID: "demo-\(seed)", settings: settings, theme: settings.theme)))
    for (index, name) in Self.names.enumerated() {
      let (seat, actor) = (SeatIndex(index), ActorNumber(UInt32(index + 1)))
      script.emit(.seated(Event.Seated(seat: seat, player: Player(name: name), actor: actor)))
      script.emit(.readied(seat, entropyCommit: []))
    }
    script.decide { $0.commit(seed: [UInt8](repeating: seed, count: FairDeal.entropyLength)) }
    joined.base = script.match.view
    script.pass(.milliseconds(600))
    script.decide { decision throws(Refusal) in try decision.deal() }
    for choice in 0..<Self.mostChoices where script.match.view.phase != .ended {
      choose(after: Self.pauses[choice % Self.pauses.count])
    }
    joined.tail = log.entries.filter { $0.seq > joined.base?.seq ?? 0 }
  }

  private mutating func choose(after pause: Duration) {
    while script.match.view.phase != .ended, !isWaitedFor { script.pass(.milliseconds(50)) }
    script.pass(pause)
    for entry in log.entries[watched...] {
      for index in bots.indices { bots[index].watch(entry, from: SeatIndex(index)) }
    }
    watched = log.entries.count
    let view = script.match.view
    guard let turn = view.turn, let card = bots[turn.seat.rawValue].choose(in: view) else { return }
    script.decide { decision throws(Refusal) in try decision.choose(card, by: turn.seat) }
  }

  /// Whether the seat on turn may turn a card.
  private var isWaitedFor: Bool {
    let view = script.match.view
    return view.phase == .playing && view.turn != nil && view.faceUp.count < 2
  }
}

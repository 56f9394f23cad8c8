// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import MatchFixtures
import WebClient

/// A whole match that bots play by the rules, with a fair deal.
struct DecidedMatch {
  static let opening = ServerTime(microseconds: 1_700_000_000_000_000)
  /// The most choices; a match between bots that remember needs fewer.
  private static let mostChoices = 2000

  var log: MatchLog { script.log }
  private var script = MatchScript(Match(dealer: .fair(.swift)), at: opening)
  private var bots: [Bot]
  private var watched = 0

  /// Plays to the end.
  init(_ settings: MatchSettings, seed: UInt64) {
    bots = [BotLevel.all[5], .medium].enumerated().map { index, level in
      Bot(level: level, seed: seed &+ UInt64(index))
    }
    script.emit(.opened(Event.Opened(matchID: "m\(seed)", settings: settings, theme: "animals")))
    for (index, name) in ["Ana", "Ben"].enumerated() {
      let (seat, actor) = (SeatIndex(index), ActorNumber(UInt32(index + 1)))
      script.pass(.milliseconds(700))
      script.emit(.seated(Event.Seated(seat: seat, player: Player(name: name), actor: actor)))
      script.emit(.readied(seat, entropyCommit: []))
    }
    script.decide {
      $0.commit(seed: [UInt8](repeating: UInt8(truncatingIfNeeded: seed), count: 32))
    }
    script.decide { decision throws(Refusal) in try decision.deal() }
    script.pass(.seconds(5))
    var choices = 0
    var hasShuffled = false
    while script.match.view.phase == .playing, choices < Self.mostChoices {
      choices += 1
      watch()
      guard let turn = script.match.view.turn,
        let card = bots[turn.seat.rawValue].choose(in: script.match.view)
      else {
        script.pass(.milliseconds(400))
        continue
      }
      if choices > 6, !hasShuffled, settings.shuffle == .trackable, script.match.view.faceUp.isEmpty
      {
        hasShuffled = tries { decision throws(Refusal) in try decision.shuffle(by: turn.seat) }
        script.pass(.milliseconds(hasShuffled ? 3000 : 50))
        continue
      }
      if !choose(card, by: turn.seat) { script.pass(.milliseconds(300)) }
      script.pass(.milliseconds(Int64(450 + 61 * (choices % 7))))
    }
    script.pass(.seconds(4))
    // As long a pause as a server may report, in a number of seconds that needs more than 32 bits.
    script.emit(.clockAdjusted(givenBack: .seconds(3_155_760_000)))
    script.pass(.seconds(1))
  }

  private mutating func watch() {
    for entry in log.entries[watched...] {
      for index in bots.indices { bots[index].watch(entry, from: SeatIndex(index)) }
    }
    watched = log.entries.count
  }

  private mutating func choose(_ card: CardID, by seat: SeatIndex) -> Bool {
    tries { decision throws(Refusal) in try decision.choose(card, by: seat) }
  }

  /// Whether the rules allow it.
  private mutating func tries(_ body: (inout Decision) throws(Refusal) -> Void) -> Bool {
    var isAllowed = true
    script.decide { decision in
      do throws(Refusal) { try body(&decision) } catch { isAllowed = false }
    }
    return isAllowed
  }
}

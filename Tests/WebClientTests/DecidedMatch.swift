// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import WebClient

/// A whole match that bots play by the rules, with a fair deal.
struct DecidedMatch {
  static let opening = ServerTime(microseconds: 1_700_000_000_000_000)
  private static let lead = Duration.milliseconds(100)
  /// The most choices; a match between bots that remember needs fewer.
  private static let mostChoices = 2000

  private(set) var log = MatchLog()
  private var match = Match(dealer: .fair(.swift))
  private var now = opening
  private var bots: [Bot]
  private var watched = 0

  /// Plays to the end.
  init(_ settings: MatchSettings, seed: UInt64) {
    bots = [BotLevel.all[5], .medium].enumerated().map { index, level in
      Bot(level: level, seed: seed &+ UInt64(index))
    }
    emit(.opened(Event.Opened(matchID: "m\(seed)", settings: settings, theme: "animals")))
    for (index, name) in ["Ana", "Ben"].enumerated() {
      let (seat, actor) = (SeatIndex(index), ActorNumber(UInt32(index + 1)))
      pass(.milliseconds(700))
      emit(.seated(Event.Seated(seat: seat, player: Player(name: name), actor: actor)))
      emit(.readied(seat, entropyCommit: []))
    }
    decide { $0.commit(seed: [UInt8](repeating: UInt8(truncatingIfNeeded: seed), count: 32)) }
    decide { decision throws(Refusal) in try decision.deal() }
    pass(.seconds(5))
    var choices = 0
    var hasShuffled = false
    while match.view.phase == .playing, choices < Self.mostChoices {
      choices += 1
      watch()
      guard let turn = match.view.turn, let card = bots[turn.seat.rawValue].choose(in: match.view)
      else {
        pass(.milliseconds(400))
        continue
      }
      if choices > 6, !hasShuffled, settings.shuffle == .trackable, match.view.faceUp.isEmpty {
        hasShuffled = tries { decision throws(Refusal) in try decision.shuffle(by: turn.seat) }
        pass(.milliseconds(hasShuffled ? 3000 : 50))
        continue
      }
      if !choose(card, by: turn.seat) { pass(.milliseconds(300)) }
      pass(.milliseconds(Int64(450 + 61 * (choices % 7))))
    }
    pass(.seconds(4))
    // As long a pause as a server may report, in a number of seconds that needs more than 32 bits.
    emit(.clockAdjusted(givenBack: .seconds(3_155_760_000)))
    pass(.seconds(1))
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
    decide { decision in
      do throws(Refusal) { try body(&decision) } catch { isAllowed = false }
    }
    return isAllowed
  }

  private mutating func emit(_ event: Event) { decide { $0.emit(event) } }

  /// Lets time pass; the rules make the moves that fall due.
  private mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let wake = match.nextWake(lead: Self.lead), wake <= end {
      now = max(now, wake)
      decide { $0.wake() }
    }
    now = end
  }

  private mutating func decide(_ body: (inout Decision) throws(Refusal) -> Void) {
    var decision = Decision(on: match, at: Moment(now: now, lead: Self.lead))
    do throws(Refusal) { try body(&decision) } catch {
      preconditionFailure("The rules refuse what this match needs: \(error).")
    }
    if let record = decision.sealed { match.apply(record) }
    for entry in decision.entries {
      match.apply(entry)
      log.append(entry)
    }
  }
}

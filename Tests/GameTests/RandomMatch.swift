// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures

/// A match played at random from a seed until it ends, with players who shuffle, resign, leave,
/// return and stop responding.
struct RandomMatch {
  /// One step of the decider, so that it can be repeated.
  enum Act {
    case wake
    case commit(seed: [UInt8])
    case reveal([UInt8], SeatIndex)
    case deal
    case choose(CardID, SeatIndex)
    case shuffle(SeatIndex)
    case resign(SeatIndex)
    case skip(SeatIndex)
    case comeBack(SeatIndex)
    case vacate(SeatIndex)
  }

  /// A request, its time, and its result.
  struct Step {
    var act: Act
    var moment: Moment
    var sealed: SealedRecord?
    var entries: [Entry]
  }

  let seed: UInt64
  let settings: MatchSettings
  let opening: [Entry]
  private(set) var match: Match
  private(set) var steps: [Step] = []
  private(set) var now: ServerTime
  private var random: SplitMix64
  /// The step from which no player acts any more.
  private let silence: Int
  private let lead = ScriptedMatch.lead

  init(seed: UInt64) {
    self.seed = seed
    random = SplitMix64(seed: seed)
    let (pairs, seatCount) = (2 + random.below(7), 1 + random.below(4))
    let settings = MatchSettings(
      pairs: pairs, seats: seatCount,
      mode: random.pick(MatchSettings.Mode.accepted(seats: seatCount)),
      turnLimit: random.pick([.zero, .seconds(5), .seconds(30)]),
      reveal: random.pick([.seconds(1), .milliseconds(1500), .seconds(4)]),
      shuffle: random.pick([.trackable, .blind]), shuffleEvery: random.pick([0, 0, 4, 5]))
    self.settings = settings.asPlayed
    silence = random.pick([20, 60, 400])
    var script = ScriptedMatch(self.settings)
    let seats = script.view.takenSeats
    for seat in seats where random.below(2) == 0 {
      let commit = script.match.fair.entropyCommit(Self.entropy(of: seat), seat: seat)
      script.decide { $0.emit(.readied(seat, entropyCommit: commit)) }
    }
    opening = script.entries
    match = script.match
    now = script.now
  }

  var view: MatchView { match.view }

  var entries: [Entry] { opening + steps.flatMap(\.entries) }

  static func entropy(of seat: SeatIndex) -> [UInt8] {
    [UInt8](repeating: UInt8(seat.rawValue + 1), count: FairDeal.entropyLength)
  }

  /// The match before its first step, as a reader of the journal has it.
  func opened() -> Match {
    var match = Match(dealer: match.dealer)
    for entry in opening { match.apply(entry) }
    return match
  }

  /// The decision about `act` on `match`; unchanged if it is refused.
  static func decide(_ act: Act, on match: Match, at moment: Moment) -> Decision {
    let unchanged = Decision(on: match, at: moment)
    var decision = unchanged
    do throws(Refusal) {
      switch act {
      case .wake: decision.wake()
      case .commit(let seed): decision.commit(seed: seed)
      case .reveal(let entropy, let seat): try decision.reveal(entropy, by: seat)
      case .deal: try decision.deal()
      case .choose(let card, let seat): try decision.choose(card, by: seat)
      case .shuffle(let seat): try decision.shuffle(by: seat)
      case .resign(let seat): try decision.resign(seat)
      case .skip(let seat): decision.skip(seat)
      case .comeBack(let seat): decision.comeBack(seat)
      case .vacate(let seat):
        if !match.view.seats[seat.rawValue].hasResigned { try decision.resign(seat) }
        decision.emit(.vacated(seat))
      }
      return decision
    } catch {
      return unchanged
    }
  }

  /// Plays until the match has ended, or `limit` steps have been taken.
  mutating func play(limit: Int = 3000) {
    perform(.commit(seed: (0..<32).map { _ in UInt8(random.below(256)) }))
    var turns = 0
    while view.phase != .ended, steps.count < limit {
      turns += 1
      if turns > silence {
        guard let due = match.nextWake(lead: lead) else { return }
        now = max(now, due)
        perform(.wake)
      } else {
        passTime()
        perform(nextAct())
      }
    }
  }

  /// Advances, mostly to the next relevant instant, else by a moment, making the wake-ups due.
  private mutating func passTime() {
    let shown = max(now, view.at, view.lastRevealAt)
    let target =
      random.below(5) == 0 ? now + .milliseconds(random.below(900)) : shown
    while let due = match.nextWake(lead: lead), due <= target, view.phase != .ended {
      now = max(now, due)
      perform(.wake)
    }
    now = max(now, target)
    if random.below(4) == 0, let due = match.nextWake(lead: lead) {
      now = max(now, due)
      perform(.wake)
    }
  }

  private mutating func nextAct() -> Act {
    let seat = random.pick(view.seats.indices.map(SeatIndex.init))
    let seatView = view.seats[seat.rawValue]
    if seatView.isTaken {
      switch random.below(60) {
      case 0: return .resign(seat)
      case 1 where view.isMatchRunning: return .vacate(seat)
      case 2, 3: return seatView.isSkipped ? .comeBack(seat) : .skip(seat)
      case 4, 5,
        6 where seatView.isSkipped:
        return .comeBack(seat)
      case 7, 8: return .shuffle(seat)
      default: break
      }
    }
    switch view.phase {
    case .committing: return .reveal(Self.entropy(of: seat), seat)
    case .undealt: return .deal
    case .waiting, .dealing, .playing, .ended:
      let slot = random.below(max(view.cards.count, 1))
      let onTurn = random.below(8) == 0 ? seat : view.turn?.seat ?? seat
      return .choose(CardID(generation: view.generation, slot: slot), onTurn)
    }
  }

  private mutating func perform(_ act: Act) {
    let moment = Moment(now: now, lead: lead)
    guard view.phase != .ended else { return }
    let decision = Self.decide(act, on: match, at: moment)
    steps.append(
      Step(act: act, moment: moment, sealed: decision.sealed, entries: decision.entries))
    if let sealed = decision.sealed { match.apply(sealed) }
    for entry in decision.entries { match.apply(entry) }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchFixtures
import Testing

@testable import Replays

/// Matches made by hand, and what is to be said of them.
///
/// Places are slots, two of each face in a row.
@Suite("The analysis of a match", .timeLimit(.minutes(1)))
struct MatchAnalystTests {
  /// A remark in short: the slots that a perfect memory takes, or the seat that takes the lead.
  private enum Said: Hashable {
    case mate(Int)
    case pair(Int, Int)
    case lead(Int)
  }

  /// Plays turns of two places, or shuffles, and returns what is said of each entry that has a remark.
  private func said(
    _ turns: [(Int, Int)], players: [String] = ["Ana"], pairs: Int = 4,
    mode: MatchSettings.Mode = .classic
  ) -> [Said] {
    var settings = MatchSettings(theme: "animals")
    settings.mode = mode
    var match = ScriptedMatch(
      players, faces: (0..<pairs).flatMap { [$0, $0] }, settings: settings)
    match.begin()
    match.deal()
    for (first, second) in turns { match.choose(first, second) }
    match.pass(.seconds(5))
    return remarks(on: match)
  }

  private func remarks(on match: ScriptedMatch) -> [Said] {
    var analyst = MatchAnalyst()
    var said: [Said] = []
    for step in match.steps {
      let remark = analyst.read(step.entry, after: step.after)
      switch remark.miss {
      case .mate(let mate): said.append(.mate(mate.card.slot))
      case .pair(let first, let second): said.append(.pair(first.card.slot, second.card.slot))
      case nil: break
      }
      if let leader = remark.leader { said.append(.lead(leader.rawValue)) }
    }
    return said
  }

  @Test("says nothing where nothing was known")
  func unknown() {
    #expect(said([(0, 2), (4, 6)]) == [])
  }

  @Test("says nothing of pairs, whether known or guessed")
  func pairs() {
    #expect(said([(0, 1), (2, 4), (3, 2), (5, 4), (6, 7)]) == [])
  }

  @Test("names the mate that had been shown and was not turned")
  func mate() {
    #expect(said([(0, 2), (1, 4)]) == [.mate(0)])
  }

  @Test("names the mate even where it was turned first and its card second the turn before")
  func mateShownSecond() {
    #expect(said([(2, 0), (1, 6)]) == [.mate(0)])
  }

  @Test("names the pair that was known where two other cards were turned")
  func pair() {
    #expect(said([(0, 2), (4, 1), (6, 5)]) == [.pair(0, 1)])
  }

  @Test("names the pair known for longest of two")
  func oldestPair() {
    // 0 and 1 are known after the second turn, 2 and 3 after the third, which has the first to name.
    #expect(said([(0, 2), (4, 1), (6, 3), (8, 5)], pairs: 5) == [.pair(0, 1), .pair(0, 1)])
  }

  @Test("says nothing of a first card whose mate is only shown as the second of a pair")
  func found() {
    #expect(said([(0, 2), (1, 0)]) == [])
  }

  @Test("prefers the mate of the first card to another pair")
  func mateBeforePair() {
    // 0 and 1 are known, and 2 has been shown; then 3 is turned first.
    #expect(said([(0, 2), (4, 1), (3, 6)]) == [.mate(2)])
  }

  @Test("knows that a visible shuffle moves cards and hides nothing")
  func visibleShuffle() {
    var match = ScriptedMatch(["Ana"], faces: [0, 0, 1, 1, 2, 2, 3, 3])
    match.begin()
    match.deal()
    match.choose(0, 2)
    match.shuffle()
    let places = match.view.cards.sorted { $0.id < $1.id }.map(\.place)
    match.choose(places[1], places[4])
    #expect(remarks(on: match) == [.mate(0)])
  }

  @Test("knows that what has left the table is no miss")
  func cleared() {
    #expect(said([(0, 2), (1, 0), (4, 6)]) == [])
  }

  @Test("says when the lead passes, and not of the first lead or a tie")
  func lead() {
    // Ana (or Ben) begins: one pair, then the other one two, then two again.
    var match = ScriptedMatch(
      ["Ana", "Ben"], faces: (0..<8).flatMap { [$0, $0] }, settings: .init(theme: "animals"))
    match.begin()
    match.deal()
    let (first, second) = (match.turnSeat.rawValue, 1 - match.turnSeat.rawValue)
    match.choose(0, 1)
    match.choose(2, 4)
    // A tie with the first pair of the second player depends on bonuses; two pairs are more anyway.
    match.choose(6, 7)
    match.choose(8, 9)
    match.choose(10, 12)
    match.choose(14, 15)
    match.choose(11, 10)
    match.choose(3, 2)
    let leads = remarks(on: match).filter {
      if case .lead = $0 { true } else { false }
    }
    #expect(leads.first == .lead(second))
    #expect(leads.last == .lead(first))
  }

  @Test("has no leader where everyone plays together")
  func together() {
    #expect(said([(0, 1), (2, 3), (4, 5), (6, 7)], players: ["Ana", "Ben"], mode: .zen) == [])
  }

  @Test("remembers at most a deal's cards of a file that has more")
  func bounded() {
    var shown = ShownCards()
    for number in 0..<500 {
      shown.read(
        .flipped(
          Event.Flipped(
            seat: SeatIndex(0), card: CardID(rawValue: UInt32(number)), face: Face(number),
            salt: [],
            revealAt: .zero, judgedAt: .zero, bonus: Bonus(remainingMilliseconds: 0),
            outcome: .first)))
    }
    #expect(shown.showings.count == CardID.slotsPerGeneration)
    #expect(shown.total == 500)
  }
}

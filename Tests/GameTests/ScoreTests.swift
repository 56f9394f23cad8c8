// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Score", .timeLimit(.minutes(1)))
struct ScoreTests {
  /// The assignment's cards: two of each, in this order, by slot.
  private enum Slot {
    static let penguin = 0
    static let penguin2 = 1
    static let ghost = 2
    static let ghost2 = 3
    static let pencil = 4
    static let ball = 6
    static let panda = 8
    static let faces = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
  }

  @Test("counts as in the assignment's example: 0, 0, 2, 1, -1, 1")
  func assignment() throws {
    var match = try started(
      MatchSettings(seats: 1, bonusLimit: .zero), faces: Slot.faces)
    let turns = [
      (Slot.penguin, Slot.ghost), (Slot.pencil, Slot.ball), (Slot.ghost, Slot.ghost2),
      (Slot.penguin, Slot.panda), (Slot.ball, Slot.penguin), (Slot.penguin, Slot.penguin2),
    ]
    var scores: [Int] = []
    for (first, second) in turns {
      try match.turn(first, second)
      scores.append(match.view.seats[0].score)
    }
    #expect(scores == [0, 0, 2, 1, -1, 1])
  }

  /// Accepted at `milliseconds` after `origin`, so that the face shows half a flip later.
  private func show(
    _ slot: Int, at milliseconds: Int64, after origin: ServerTime, in match: inout ScriptedMatch
  ) throws(Refusal) {
    match.advance(to: origin + .milliseconds(milliseconds) - Pace.halfFlip)
    try match.choose(slot)
  }

  @Test(
    "brings the seconds left of both cards' bonus, by server time",
    arguments: [(seenBefore: false, score: 8), (seenBefore: true, score: 5)])
  func bonus(seenBefore: Bool, score: Int) throws {
    let settings = MatchSettings(seats: 1, turnLimit: .zero, reveal: .seconds(3))
    var match = try started(settings, faces: Slot.faces)
    if seenBefore {
      // The mate is up for exactly the three seconds of the reveal, as a second card.
      try match.turn(Slot.panda, Slot.penguin2)
    }
    let origin = match.now + .seconds(20)
    try show(Slot.penguin, at: 0, after: origin, in: &match)
    try show(Slot.ghost, at: 1000, after: origin, in: &match)
    match.advance(to: origin + .seconds(9))
    #expect(match.view.seats[0].score == 0)
    #expect(match.view.cards[Slot.penguin].bonus == Bonus(remainingMilliseconds: 2000))
    #expect(match.view.cards[Slot.ghost].bonus == Bonus(remainingMilliseconds: 3000))
    #expect(match.view.cards[Slot.ghost].isSeen)

    try show(Slot.penguin, at: 10_000, after: origin, in: &match)
    match.advance(to: origin + .milliseconds(11_500))
    let flip = try match.choose(Slot.penguin2)
    #expect(match.view.seats[0].score == score)
    guard case .flipped(let flipped) = flip.first?.event else {
      Issue.record("The second card was not turned.")
      return
    }
    #expect(
      flipped.scoreChanges == [
        ScoreChange(
          seat: SeatIndex(0), card: flipped.card, delta: score, bonus: score - 2, total: score)
      ])
  }

  @Test("judges a match by when it was pressed, not by when its face shows")
  func judged() throws {
    var match = try started(MatchSettings(seats: 1, turnLimit: .zero), faces: Slot.faces)
    try match.choose(Slot.penguin)
    match.advance(to: match.view.lastRevealAt + .seconds(1))
    try match.choose(Slot.penguin2)
    #expect(match.view.seats[0].score == 2 + 5 + 6)
  }

  @Test("costs the player a point for each seen card, whoever saw it")
  func penalty() throws {
    var match = try started(MatchSettings(bonusLimit: .zero), faces: Slot.faces)
    let first = try #require(match.view.turn?.seat.rawValue)
    try match.turn(Slot.penguin, Slot.ghost)
    #expect(match.view.turn?.seat.rawValue == 1 - first)
    try match.choose(Slot.ghost)
    match.advance(to: match.view.lastRevealAt)
    let entries = try match.choose(Slot.penguin)
    guard case .flipped(let flip) = entries.first?.event else {
      Issue.record("The second card was not turned.")
      return
    }
    #expect(flip.scoreChanges.map(\.delta) == [-1, -1])
    #expect(flip.scoreChanges.map(\.total) == [-1, -2])
    #expect(flip.scoreChanges.map(\.card?.slot) == [Slot.ghost, Slot.penguin])
    #expect(match.view.seats.map(\.score)[first] == 0)
    #expect(match.view.seats.map(\.score)[1 - first] == -2)
  }

  @Test("is one point a pair in classic, with no bonus and no penalty")
  func classic() throws {
    var match = try started(MatchSettings(mode: .classic), faces: Slot.faces)
    let first = try #require(match.view.turn?.seat.rawValue)
    try match.turn(Slot.penguin, Slot.penguin2)
    #expect(match.view.seats[first].score == 1)
    #expect(match.view.turn?.seat.rawValue == first, "A match keeps the turn.")
    try match.turn(Slot.ghost, Slot.ball)
    try match.turn(Slot.ghost, Slot.ball)
    #expect(match.view.seats.map(\.score).sorted() == [0, 1])
    #expect(match.view.cards.allSatisfy { $0.bonus == Bonus(remainingMilliseconds: 0) })
  }
}

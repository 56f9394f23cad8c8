// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Modes", .timeLimit(.minutes(1)))
struct ModesTests {
  private static let faces = [0, 0, 1, 1, 2, 2, 3, 3]

  @Test(
    "a match keeps the turn, but for one flip",
    arguments: [
      (MatchSettings.Mode.memorize, true), (.classic, true), (.blitz, true), (.zen, true),
      (.oneFlip, false),
    ])
  func keeps(mode: MatchSettings.Mode, keeps: Bool) throws {
    var match = try started(MatchSettings(mode: mode).asPlayed, faces: Self.faces)
    let first = try #require(match.view.turn?.seat)
    try match.turn(0, 1)
    let next = try #require(match.view.turn?.seat)
    #expect((next == first) == keeps)
    #expect(match.view.seats[first.rawValue].pairs == 1)
  }

  @Test("one flip and blitz give a point a pair and take none", arguments: [0, 1])
  func points(index: Int) throws {
    let mode = [MatchSettings.Mode.oneFlip, .blitz][index]
    var match = try started(MatchSettings(mode: mode).asPlayed, faces: Self.faces)
    let first = try #require(match.view.turn?.seat)
    try match.turn(0, 1)
    #expect(match.view.seats[first.rawValue].score == 1)
    for _ in 0..<3 { try match.turn(2, 4) }
    #expect(match.view.seats.map(\.score).reduce(0, +) == 1)
  }

  @Test(
    "a turn of blitz lasts ten seconds whatever was asked for",
    arguments: [Duration.zero, .seconds(5), .seconds(120)])
  func blitz(limit: Duration) throws {
    let settings = MatchSettings(mode: .blitz, turnLimit: limit)
    #expect(settings.asPlayed.turnLimit == .seconds(10))
    var match = try started(settings.asPlayed, faces: Self.faces)
    let turn = try #require(match.view.turn)
    #expect(turn.deadline == turn.beganAt + .seconds(10))
    match.advance(by: .seconds(10))
    #expect(match.view.turn?.seat != turn.seat)
    #expect(match.view.seats.allSatisfy { $0.score == 0 })
  }

  @Test("the other modes leave the limit of a turn alone, and zen has none")
  func limits() {
    for mode in [MatchSettings.Mode.memorize, .classic, .oneFlip] {
      let settings = MatchSettings(mode: mode, turnLimit: .seconds(7))
      #expect(settings.asPlayed == settings)
    }
    #expect(MatchSettings(mode: .zen, turnLimit: .seconds(7)).asPlayed.turnLimit == .zero)
  }

  // MARK: Zen

  private func zen(_ seats: Int = 3) throws -> ScriptedMatch {
    try started(MatchSettings(seats: seats, mode: .zen).asPlayed, faces: Self.faces)
  }

  @Test("in zen any active player may turn cards, whoever's turn it is")
  func anybody() throws {
    var match = try zen()
    let turn = try #require(match.view.turn)
    #expect(turn.deadline == nil)
    let others = [0, 1, 2].filter { $0 != turn.seat.rawValue }
    try match.choose(0, by: others[0])
    match.advance(to: match.view.lastRevealAt)
    try match.choose(1, by: others[1])
    match.advance(by: .seconds(3))
    #expect(match.view.seats.map(\.score) == [0, 0, 0])
    #expect(match.view.seats[others[1]].pairs == 1)
    #expect(match.view.tally.taken == 1)
  }

  @Test("in zen a second card waits for the first one's face, whoever turns it")
  func looksFirst() throws {
    var match = try zen()
    try match.choose(0, by: 1)
    let early = refusal { () throws(Refusal) in try match.choose(2, by: 2) }
    #expect(early?.code == .playTooEarly)
    match.advance(to: match.view.lastRevealAt)
    try match.choose(2, by: 2)
    let third = refusal { () throws(Refusal) in try match.choose(3, by: 0) }
    #expect(third?.code == .playStillShowing)
  }

  @Test("in zen a resigned or absent player turns nothing")
  func notPlaying() throws {
    var match = try zen()
    let turn = try #require(match.view.turn?.seat.rawValue)
    let (gone, away) = ((turn + 1) % 3, (turn + 2) % 3)
    try match.decide { decision throws(Refusal) in try decision.resign(SeatIndex(gone)) }
    match.decide { $0.skip(SeatIndex(away)) }
    for seat in [gone, away] {
      let refusal = refusal { () throws(Refusal) in try match.choose(0, by: seat) }
      #expect(refusal?.code == .playNotYourTurn)
    }
    #expect(!match.view.hasTurn(SeatIndex(9)))
  }

  @Test("outside zen nobody turns a card in another's turn")
  func outside() throws {
    var match = try started(MatchSettings(mode: .classic), faces: Self.faces)
    let turn = try #require(match.view.turn?.seat)
    let other = SeatIndex(1 - turn.rawValue)
    #expect(match.view.hasTurn(turn) && !match.view.hasTurn(other))
    let refusal = refusal { () throws(Refusal) in try match.choose(0, by: other.rawValue) }
    #expect(refusal == Refusal(.playNotYourTurn, [Refusal.Fact("seat", "\(turn.rawValue)")]))
  }

  @Test("zen ends on one rank for all, with the turns it took")
  func together() throws {
    var match = try zen()
    try match.turn(0, 2)
    for slot in [0, 2, 4, 6] { try match.turn(slot, slot + 1) }
    match.advance(by: .seconds(2))
    #expect(match.view.endReason == .finished)
    #expect(match.view.standings.map(\.rank) == [1, 1, 1])
    #expect(match.view.tally.taken == 5)
  }
}

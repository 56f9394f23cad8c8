// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Ending", .timeLimit(.minutes(1)))
struct DecisionEndingTests {
  private func resign(_ seat: SeatIndex, in match: inout ScriptedMatch) -> Refusal? {
    refusal { () throws(Refusal) in
      try match.decide { decision throws(Refusal) in try decision.resign(seat) }
    }
  }

  @Test("comes when the last pair has left, with everything hidden opened")
  func finished() throws {
    var match = try started(MatchSettings(seats: 1, mode: .classic), faces: [0, 0, 1, 1])
    try match.turn(0, 1)
    try match.turn(2, 3)
    let view = match.view
    #expect(view.phase == .ended)
    #expect(view.endReason == .finished)
    #expect(view.turn == nil)
    #expect(view.seed == Array(0..<32))
    #expect(view.standings.map(\.score) == [2])
    #expect(view.standings.map(\.pairs) == [2])
    #expect(view.cards.allSatisfy { $0.state == .cleared && $0.face != nil })
    #expect(match.nextWake == nil)
  }

  @Test("comes when one of two gives up, and ranks that one last whatever the score")
  func resignOfTwo() throws {
    var match = try started(MatchSettings(mode: .classic), faces: [0, 0, 1, 1, 2, 2])
    let leader = try #require(match.view.turn?.seat)
    try match.turn(0, 1)
    #expect(resign(leader, in: &match) == nil)
    let view = match.view
    #expect(view.endReason == .resigned)
    #expect(view.standings.map(\.seat) == [SeatIndex(1 - leader.rawValue), leader])
    #expect(view.standings.map(\.rank) == [1, 2])
    #expect(view.standings.map(\.score) == [0, 1])
    #expect(view.at == match.now + ScriptedMatch.lead)
  }

  @Test("leaves two of three playing when one gives up in its turn, with its card turned back")
  func resignOfThree() throws {
    var match = try started(MatchSettings(seats: 3), faces: [0, 0, 1, 1, 2, 2])
    let order = match.view.turnOrder
    try match.choose(0)
    #expect(resign(order[0], in: &match) == nil)
    #expect(match.view.phase == .playing)
    #expect(match.view.turn?.seat == order[1])
    #expect(match.view.faceUp.isEmpty && match.view.cards[0].isSeen)
    #expect(resign(order[0], in: &match)?.code == .playResigned)
    #expect(resign(order[2], in: &match) == nil)
    #expect(match.view.endReason == .resigned)
    #expect(match.view.standings.map(\.rank) == [1, 2, 2])
    #expect(match.view.standings.first?.seat == order[1])
  }

  @Test("keeps showing a mismatch when another player resigns")
  func resignDuringReveal() throws {
    var match = try started(MatchSettings(seats: 3), faces: [0, 0, 1, 1, 2, 2])
    let order = match.view.turnOrder
    try match.choose(0)
    match.advance(to: match.view.lastRevealAt)
    try match.choose(2)
    let shows = match.view.lastRevealAt
    #expect(resign(order[0], in: &match) == nil)
    #expect(match.view.faceUp.count == 2)
    match.advance(to: shows + .milliseconds(1500))
    #expect(match.view.turn?.seat == order[1])
    #expect(match.view.turn?.beganAt == shows + .milliseconds(1500))
  }

  @Test("comes when one alone gives up, and gives up nothing outside a match")
  func alone() throws {
    var waiting = ScriptedMatch(MatchSettings(seats: 1))
    #expect(resign(SeatIndex(0), in: &waiting)?.code == .playNotPlaying)
    var match = try started(MatchSettings(seats: 1))
    #expect(resign(SeatIndex(0), in: &match) == nil)
    #expect(match.view.endReason == .resigned)
    #expect(resign(SeatIndex(0), in: &match)?.code == .playNotPlaying)
  }

  @Test("works in every phase of a match, the deal not yet made included")
  func early() throws {
    var match = ScriptedMatch()
    match.decide { $0.commit(seed: [1]) }
    #expect(resign(SeatIndex(1), in: &match) == nil)
    #expect(match.view.endReason == .resigned)
    #expect(match.view.seed == [1])
    #expect(match.view.standings.map(\.seat) == [SeatIndex(0), SeatIndex(1)])
  }

  @Test("shares a rank among equals and skips the ranks behind them")
  func ties() throws {
    var match = try started(
      MatchSettings(seats: 4, mode: .classic), faces: [0, 0, 1, 1, 2, 2, 3, 3])
    let order = match.view.turnOrder
    // The first and the second find one pair each, the others none.
    try match.turn(0, 1)
    try match.turn(2, 4)
    try match.turn(4, 5)
    try match.turn(2, 6)
    match.decide { $0.end(.abandoned) }
    let standings = match.view.standings
    #expect(standings.map(\.score) == [1, 1, 0, 0])
    #expect(standings.map(\.rank) == [1, 1, 3, 3])
    #expect(Set(standings.prefix(2).map(\.seat)) == Set(order.prefix(2)))
    #expect(standings[0].seat < standings[1].seat)
  }

  @Test("stops every bonus and cannot come twice")
  func twice() async throws {
    var match = try started(faces: [0, 0, 1, 1])
    try match.choose(0)
    match.advance(to: match.view.lastRevealAt + .seconds(1))
    match.decide { $0.end(.abandoned) }
    #expect(match.view.cards.allSatisfy { $0.bonus.runningSince == nil })
    await #expect(processExitsWith: .failure) {
      var match = try started(faces: [0, 0, 1, 1])
      match.decide { $0.end(.abandoned) }
      match.decide { $0.end(.abandoned) }
    }
  }
}

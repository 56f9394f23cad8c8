// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Giving time back", .timeLimit(.minutes(1)))
struct DecisionClockTests {
  private let settings = MatchSettings(
    pairs: 3, seats: 2, turnLimit: .seconds(30), bonusLimit: .seconds(6), reveal: .seconds(2))
  private let faces = [0, 0, 1, 1, 2, 2]

  /// Lets `length` pass in which nothing is decided, then gives it back.
  private func stall(_ match: inout ScriptedMatch, _ length: Duration) -> [Entry] {
    let since = match.now
    match.pause(length)
    return match.decide { $0.giveBack(since: since) }
  }

  @Test("moves a turn's deadline, and nothing a choice builds on")
  func deadline() throws {
    var match = try started(settings, faces: faces)
    match.advance(by: .seconds(5))
    let before = match.view
    let entries = stall(&match, .seconds(40))
    #expect(entries.map(\.event) == [.clockAdjusted(givenBack: .seconds(40))])
    let moved = try #require(before.turn?.deadline) + .seconds(40)
    #expect(match.view.turn?.deadline == moved)
    #expect(match.view.turn?.beganAt == before.turn?.beganAt)
    #expect(match.view.earliestChoice == before.earliestChoice)
    #expect(match.view.lastTurningPoint == before.lastTurningPoint)
    #expect(throws: Never.self) { try match.choose(0) }
  }

  @Test("gives a turn that began in the stretch no more than was lost of it")
  func begunWithin() throws {
    var match = try started(settings, faces: faces)
    let began = try #require(match.view.turn?.beganAt)
    match.pause(.seconds(3))
    match.decide { $0.giveBack(since: began - .seconds(2)) }
    let whole = match.now + .seconds(30)
    #expect(match.view.turn?.deadline == whole)
  }

  @Test("leaves a deadline alone that had passed before")
  func passed() throws {
    var match = try started(settings, faces: faces)
    let deadline = try #require(match.view.turn?.deadline)
    match.pause(.seconds(31))
    #expect(match.decide { $0.giveBack(since: deadline) }.isEmpty)
  }

  @Test("stops bonuses for as long, also for a match judged in the middle of it")
  func bonus() throws {
    var match = try started(settings, faces: faces)
    try match.choose(0)
    match.advance(to: match.view.lastRevealAt + .seconds(2))
    let since = match.now
    let entries = stall(&match, .seconds(20))
    #expect(entries.count == 1)
    let card = CardID(generation: match.view.generation, slot: 0)
    for time in [since, since + .seconds(10), match.now] {
      #expect(match.view.card(card)?.bonus.remaining(at: time) == 4000)
    }
    #expect(match.view.card(card)?.bonus.remaining(at: match.now + .seconds(1)) == 3000)
    try match.choose(1, received: since + .seconds(10))
    let score = match.view.seats.map(\.score).max()
    #expect(score == 12, "Two, four and six.")
  }

  @Test("shows two cards that are up in full again, and counts their bonuses from there")
  func reveal() throws {
    var match = try started(settings, faces: faces)
    try match.choose(0)
    match.advance(to: match.view.lastRevealAt + .seconds(1))
    try match.choose(2)
    let revealed = match.view.lastRevealAt
    match.advance(to: revealed + .seconds(1))
    let first = CardID(generation: match.view.generation, slot: 0)
    let left = try #require(match.view.card(first)).bonus.remaining(at: revealed)
    let entries = stall(&match, .seconds(5))
    let given = match.now - revealed
    #expect(entries.map(\.event) == [.clockAdjusted(givenBack: given)])
    #expect(match.view.lastRevealAt == match.now)
    let settles = match.now + .seconds(2) - ScriptedMatch.lead
    #expect(match.nextWake == settles)
    #expect(match.view.card(first)?.bonus.remaining(at: match.now) == left)
    match.advance(by: .seconds(3))
    #expect(match.view.faceUp.isEmpty)
  }

  @Test("leaves time for commitments, for tapping the deck and for the deal")
  func phases() throws {
    var match = ScriptedMatch(settings, faces: faces)
    match.decide { decision in
      decision.emit(.readied(SeatIndex(0), entropyCommit: [1]))
      decision.commit(seed: Array(0..<32))
    }
    var due = try #require(match.nextWake) + .seconds(9)
    #expect(stall(&match, .seconds(9)).count == 1)
    #expect(match.nextWake == due)
    match.advance(by: .seconds(6))
    #expect(match.view.phase == .undealt)
    due = try #require(match.nextWake) + .seconds(60)
    #expect(stall(&match, .seconds(60)).count == 1)
    #expect(match.nextWake == due)
    try match.decide { decision throws(Refusal) in try decision.deal() }
    due = try #require(match.nextWake) + .seconds(60)
    match.advance(by: .milliseconds(500))
    #expect(stall(&match, .seconds(60)).count == 1)
    #expect(match.nextWake == due)
  }

  @Test("says nothing where nothing runs: before a match, after it, and in a turn without a limit")
  func nothing() throws {
    var waiting = ScriptedMatch(settings, faces: faces)
    #expect(stall(&waiting, .seconds(60)).isEmpty)
    var unlimited = try started(MatchSettings(turnLimit: .zero))
    #expect(stall(&unlimited, .seconds(60)).isEmpty)
    unlimited.decide { $0.end(.abandoned) }
    #expect(stall(&unlimited, .seconds(60)).isEmpty)
  }

  @Test("is no request's doing, even where one brings it along")
  func cause() throws {
    let match = try started(settings, faces: faces)
    let cause = Cause(actor: ActorNumber(1), request: RequestID(7))
    let now = match.now + .seconds(9)
    var decision = Decision(
      on: match.match, at: Moment(now: now, lead: ScriptedMatch.lead), cause: cause)
    decision.giveBack(since: match.now)
    let seat = try #require(match.view.turn?.seat)
    try decision.choose(CardID(generation: match.view.generation, slot: 0), by: seat)
    #expect(decision.entries.map(\.cause) == [nil, cause])
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Turns", .timeLimit(.minutes(1)))
struct DecisionTurnsTests {
  static let faces = [0, 0, 1, 1, 2, 2, 3, 3]

  private func seat(on match: ScriptedMatch) throws -> SeatIndex {
    try #require(match.view.turn?.seat)
  }

  @Test(
    "settles a mismatch after the reveal and a match after a second, announced a lead ahead",
    arguments: [(second: 2, shows: 1500), (second: 1, shows: 1000)])
  func settles(second: Int, shows: Int) throws {
    var match = try started(faces: Self.faces)
    try match.choose(0)
    match.advance(to: match.view.lastRevealAt)
    try match.choose(second)
    let due = match.view.lastRevealAt + .milliseconds(shows)
    #expect(match.nextWake == due - ScriptedMatch.lead)
    match.advance(to: due - ScriptedMatch.lead - .microseconds(1))
    #expect(match.view.faceUp.count == 2)
    let before = match.entries.count
    match.advance(to: due - ScriptedMatch.lead)
    let made = match.entries[before...]
    #expect(made.map(\.at) == [due, due])
    #expect(match.view.faceUp.isEmpty)
    #expect(match.view.turn?.beganAt == due)
    #expect(match.view.turn?.deadline == due + .seconds(30))
    let isMatch = second == 1
    #expect(match.view.cards[0].state == (isMatch ? .cleared : .down))
    #expect(match.view.cards[0].isSeen == !isMatch)
    #expect(match.view.cards[0].face == (isMatch ? Face(0) : nil))
  }

  @Test("settles late when it is woken late, never in the past")
  func settlesLate() throws {
    var match = try started(faces: Self.faces)
    try match.choose(0)
    match.advance(to: match.view.lastRevealAt)
    try match.choose(2)
    let late = match.view.lastRevealAt + .seconds(20)
    var decision = Decision(on: match.match, at: Moment(now: late, lead: ScriptedMatch.lead))
    decision.wake()
    let shown = late + ScriptedMatch.lead
    #expect(decision.entries.map(\.at) == [shown, shown])
    #expect(decision.view.turn?.deadline == shown + .seconds(30))
  }

  @Test("passes a turn whose time runs out with no card up, for two points in memorize only")
  func expires() throws {
    for (mode, cost) in [(MatchSettings.Mode.memorize, -2), (.classic, 0)] {
      var match = try started(MatchSettings(mode: mode), faces: Self.faces)
      let seat = try seat(on: match)
      let deadline = try #require(match.view.turn?.deadline)
      #expect(deadline == match.now + .seconds(30))
      match.advance(to: deadline - .microseconds(1))
      #expect(match.view.turn?.seat == seat)
      match.advance(to: deadline)
      #expect(match.view.seats[seat.rawValue].score == cost)
      #expect(match.view.turn?.seat == SeatIndex(1 - seat.rawValue))
      #expect(match.view.turn?.beganAt == deadline + ScriptedMatch.lead)
      let expired = match.entries.compactMap { entry -> Event.TurnExpired? in
        guard case .turnExpired(let expired) = entry.event else { return nil }
        return expired
      }
      #expect(expired.map(\.judgedAt) == [deadline])
      #expect(expired.flatMap(\.scoreChanges).map(\.delta) == (cost == 0 ? [] : [cost]))
    }
  }

  @Test("turns a single card back when the time runs out: seen, looked at in full, and free")
  func expiresWithOneUp() throws {
    var match = try started(faces: Self.faces)
    let seat = try seat(on: match)
    let deadline = try #require(match.view.turn?.deadline)
    match.advance(to: deadline - .milliseconds(1))
    try match.choose(0)
    let shows = match.view.lastRevealAt
    match.advance(to: deadline)
    #expect(match.view.seats[seat.rawValue].score == 0)
    #expect(match.view.seats[seat.rawValue].expiredTurns == 1)
    #expect(match.view.faceUp.isEmpty)
    #expect(match.view.cards[0].isSeen)
    #expect(match.view.cards[0].changedAt == shows + .milliseconds(1500))
    #expect(match.view.turn?.seat != seat)
    #expect(match.view.turn?.beganAt == shows + .milliseconds(1500))
  }

  @Test("decides a choice that came in time before the deadline that passed while it waited")
  func inTime() throws {
    var match = try started(faces: Self.faces)
    let seat = try seat(on: match)
    let deadline = try #require(match.view.turn?.deadline)
    let received = deadline - .microseconds(1)
    let moment = Moment(
      now: deadline + .seconds(1), received: received, judged: received, lead: ScriptedMatch.lead)
    var decision = Decision(on: match.match, at: moment)
    decision.wake()
    #expect(decision.entries.isEmpty)
    try decision.choose(CardID(generation: 1, slot: 0), by: seat)
    #expect(decision.entries[0].at == deadline + .seconds(1))
    match.advance(to: deadline)
    let late = refusal { () throws(Refusal) in try match.choose(0, by: seat.rawValue) }
    #expect(late?.code == .playNotYourTurn)
  }

  @Test(
    "leaves the turn open for its grace, and tells how much that was in whole microseconds",
    arguments: [.zero, .milliseconds(1), .milliseconds(700), .nanoseconds(20_500)] as [Duration])
  func grace(grace: Duration) throws {
    let match = try started(faces: Self.faces)
    let deadline = try #require(match.view.turn?.deadline)
    #expect(match.match.nextWake(lead: .zero, grace: grace) == deadline + grace)
    func entries(at time: ServerTime) -> [Entry] {
      var decision = Decision(on: match.match, at: Moment(now: time, lead: .zero, grace: grace))
      decision.wake()
      return decision.entries
    }
    #expect(entries(at: deadline + grace - .microseconds(1)).isEmpty)
    guard case .turnExpired(let expired)? = entries(at: deadline + grace).first?.event else {
      Issue.record("The turn went on.")
      return
    }
    // As the wire and a journal hold it: read back, it must be the same entry.
    #expect(expired.judgedAt == deadline)
    #expect(expired.refund == .microseconds(grace.wholeMicroseconds))
  }

  @Test("skips a player after three expired turns in a row, and lets it return")
  func skips() throws {
    var match = try started(MatchSettings(turnLimit: .seconds(5)), faces: Self.faces)
    let away = try seat(on: match)
    let present = SeatIndex(1 - away.rawValue)
    for expired in 1...3 {
      match.advance(to: try #require(match.view.turn?.deadline))
      #expect(match.view.seats[away.rawValue].expiredTurns == expired)
      #expect(match.view.seats[away.rawValue].isSkipped == (expired == 3))
      #expect(match.view.turn?.seat == present)
      match.advance(to: match.view.at)
      try match.choose(0)
      match.advance(to: match.view.lastRevealAt)
      try match.choose(2)
      match.advance(to: try #require(match.nextWake))
      match.advance(to: match.view.at)
    }
    #expect(match.view.turn?.seat == present, "The turns of absent players are skipped.")
    match.decide { $0.comeBack(away) }
    #expect(!match.view.seats[away.rawValue].isSkipped)
    #expect(match.view.seats[away.rawValue].expiredTurns == 0)
    #expect(match.view.turn?.seat == present, "Coming back takes nobody's turn.")
    match.advance(to: try #require(match.view.turn?.deadline))
    #expect(match.view.turn?.seat == away)
  }

  @Test("counts expired turns in a row: a card turned starts the count again")
  func inARow() throws {
    var match = try started(
      MatchSettings(seats: 1, turnLimit: .seconds(5)), faces: Self.faces)
    for _ in 0..<2 { match.advance(to: try #require(match.view.turn?.deadline)) }
    #expect(match.view.seats[0].expiredTurns == 2)
    match.advance(to: match.view.at)
    try match.turn(0, 2)
    #expect(match.view.seats[0].expiredTurns == 0)
    for _ in 0..<2 { match.advance(to: try #require(match.view.turn?.deadline)) }
    #expect(!match.view.seats[0].isSkipped)
  }

  @Test("passes the turn of a player that is skipped in the middle of it, its card turned back")
  func skippedInTurn() throws {
    var match = try started(faces: Self.faces)
    let seat = try seat(on: match)
    try match.choose(0)
    match.decide { $0.skip(seat) }
    #expect(match.view.faceUp.isEmpty)
    #expect(match.view.cards[0].isSeen)
    #expect(match.view.turn?.seat == SeatIndex(1 - seat.rawValue))
  }

  @Test(
    "pauses with nobody there, without a turn to run out, and is abandoned after ten minutes",
    arguments: [Duration.zero, .seconds(30)])
  func abandoned(turnLimit: Duration) throws {
    var match = try started(MatchSettings(seats: 1, turnLimit: turnLimit), faces: Self.faces)
    match.decide { $0.skip(SeatIndex(0)) }
    #expect(match.view.turn == nil)
    let ends = match.now + .seconds(600)
    #expect(match.nextWake == ends)
    match.advance(to: ends - .microseconds(1))
    #expect(match.view.phase == .playing)
    match.advance(to: ends)
    #expect(match.view.endReason == .abandoned)
    #expect(match.view.seats[0].score == 0)
  }

  @Test("resumes a paused match when a player returns")
  func resumes() throws {
    var match = try started(faces: Self.faces)
    match.decide { $0.skip(SeatIndex(0)) }
    match.decide { $0.skip(SeatIndex(1)) }
    match.advance(by: .seconds(300))
    #expect(match.view.turn == nil)
    match.decide { $0.comeBack(SeatIndex(1)) }
    #expect(match.view.turn?.seat == SeatIndex(1))
    #expect(match.view.turn?.deadline == match.view.at + .seconds(30))
  }

  @Test("marks an idle player away after ten minutes where turns have no limit")
  func idle() throws {
    var match = try started(MatchSettings(turnLimit: .zero), faces: Self.faces)
    let first = try seat(on: match)
    let second = SeatIndex(1 - first.rawValue)
    match.advance(by: .seconds(600))
    #expect(match.view.seats[first.rawValue].isSkipped)
    #expect(match.view.turn?.seat == second)
    match.advance(to: match.view.at + .seconds(600))
    #expect(match.view.seats[second.rawValue].isSkipped)
    #expect(match.view.turn == nil)
    match.advance(by: .seconds(600))
    #expect(match.view.endReason == .abandoned)
  }

  @Test("abandons a deal without players, and plays it if one returns")
  func abandonedDeal() throws {
    var match = ScriptedMatch(MatchSettings(seats: 1), faces: Self.faces)
    match.decide { $0.commit(seed: [1]) }
    try match.decide { decision throws(Refusal) in try decision.deal() }
    match.decide { $0.skip(SeatIndex(0)) }
    let playable = try #require(match.view.deal?.playableAt)
    #expect(match.nextWake == playable + .seconds(600))
    var other = match
    match.advance(to: playable + .seconds(600))
    #expect(match.view.endReason == .abandoned)

    other.advance(to: playable + .seconds(5))
    other.decide { $0.comeBack(SeatIndex(0)) }
    other.advance(to: other.now)
    #expect(other.view.turn?.beganAt == other.now + ScriptedMatch.lead)
  }

  @Test("turns onward in the drawn order, past those who resigned")
  func order() throws {
    var match = try started(MatchSettings(seats: 4), faces: Self.faces)
    let order = match.view.turnOrder
    #expect(order.sorted() == (0..<4).map(SeatIndex.init))
    #expect(match.view.turn?.seat == order[0])
    try match.decide { decision throws(Refusal) in try decision.resign(order[2]) }
    var seats: [SeatIndex] = []
    for _ in 0..<5 {
      match.advance(to: try #require(match.view.turn?.deadline))
      seats.append(try seat(on: match))
    }
    #expect(seats == [order[1], order[3], order[0], order[1], order[3]])
  }
}

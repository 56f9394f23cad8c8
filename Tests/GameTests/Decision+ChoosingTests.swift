// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Choosing a card", .timeLimit(.minutes(1)))
struct DecisionChoosingTests {
  static let faces = [0, 0, 1, 1, 2, 2, 3, 3]
  private static let microsecond = Duration.microseconds(1)

  /// A rule, and a situation in which it forbids a request.
  struct Forbidden: Sendable, CustomTestStringConvertible {
    var code: RefusalCode
    var situation: String
    var settings = MatchSettings()
    var bring: @Sendable (inout ScriptedMatch) throws -> Void
    /// The request of the player on turn, or of the first player if nobody is.
    var ask: @Sendable (inout Decision, SeatIndex, UInt32) throws(Refusal) -> Void

    var testDescription: String { "\(code.rawValue): \(situation)" }
  }

  private static func card(_ slot: Int) -> (
    @Sendable (inout Decision, SeatIndex, UInt32) throws(Refusal) -> Void
  ) {
    { decision, seat, generation throws(Refusal) in
      try decision.choose(CardID(generation: generation, slot: slot), by: seat)
    }
  }

  private static let shuffle:
    @Sendable (inout Decision, SeatIndex, UInt32) throws(Refusal) -> Void = {
      decision, seat, _ throws(Refusal) in
      try decision.shuffle(by: seat)
    }

  static let forbidden: [Forbidden] = [
    Forbidden(
      code: .playNotPlaying, situation: "a card before the deal", bring: { _ in }, ask: card(0)),
    Forbidden(
      code: .playNotPlaying, situation: "a shuffle before the deal", bring: { _ in }, ask: shuffle),
    Forbidden(
      code: .playNotPlaying, situation: "a card of the undealt deck",
      bring: { match in match.decide { $0.commit(seed: [1]) } }, ask: card(0)),
    Forbidden(
      code: .playNotPlaying, situation: "a card after the end",
      bring: { match in
        try match.begin()
        match.decide { $0.end(.abandoned) }
      }, ask: card(0)),
    Forbidden(
      code: .playNotPlaying, situation: "a card after the end, alone with two cards up",
      settings: MatchSettings(seats: 1),
      bring: { match in
        try match.begin()
        try match.choose(0)
        match.advance(to: match.view.lastRevealAt)
        try match.choose(2)
        match.advance(to: match.view.lastRevealAt)
        match.decide { $0.end(.resigned) }
      }, ask: card(4)),
    Forbidden(
      code: .playNotPlaying, situation: "a shuffle after the end, with two cards up",
      bring: { match in
        try match.begin()
        try match.choose(0)
        match.advance(to: match.view.lastRevealAt)
        try match.choose(2)
        match.decide { $0.end(.abandoned) }
      }, ask: shuffle),
    Forbidden(
      code: .playTooEarly, situation: "a card still in the air",
      bring: { match in
        match.decide { $0.commit(seed: [1]) }
        try match.decide { decision throws(Refusal) in try decision.deal() }
      }, ask: card(0)),
    Forbidden(
      code: .playNotYourTurn, situation: "a card in another's turn", bring: { try $0.begin() },
      ask: { decision, seat, generation throws(Refusal) in
        try decision.choose(
          CardID(generation: generation, slot: 0), by: SeatIndex(1 - seat.rawValue))
      }),
    Forbidden(
      code: .playStillShowing, situation: "a third card",
      bring: { match in
        try match.begin()
        try match.choose(0)
        match.advance(to: match.view.lastRevealAt)
        try match.choose(2)
      }, ask: card(4)),
    Forbidden(
      code: .playUnknownCard, situation: "a slot beyond the deck", bring: { try $0.begin() },
      ask: card(8)),
    Forbidden(
      code: .playUnknownCard, situation: "a deal that has not been", bring: { try $0.begin() },
      ask: { decision, seat, _ throws(Refusal) in
        try decision.choose(CardID(rawValue: .max), by: seat)
      }),
    Forbidden(
      code: .playFormerCard, situation: "a card of an earlier deal", bring: { try $0.begin() },
      ask: { decision, seat, generation throws(Refusal) in
        try decision.choose(CardID(generation: generation - 1, slot: 0), by: seat)
      }),
    Forbidden(
      code: .playFaceUp, situation: "the card that is up",
      bring: { match in
        try match.begin()
        try match.choose(0)
        match.advance(to: match.view.lastRevealAt)
      }, ask: card(0)),
    Forbidden(
      code: .playMatched, situation: "a card that has left",
      bring: { match in
        try match.begin()
        try match.turn(0, 1)
      }, ask: card(0)),
    Forbidden(
      code: .playShuffleOff, situation: "a shuffle where there is none",
      settings: MatchSettings(shuffle: .off), bring: { try $0.begin() }, ask: shuffle),
    Forbidden(
      code: .playCardsUp, situation: "a shuffle with a card up",
      bring: { match in
        try match.begin()
        try match.choose(0)
        match.advance(to: match.view.lastRevealAt)
      }, ask: shuffle),
    Forbidden(
      code: .playShuffleUsed, situation: "a second shuffle",
      bring: { match in
        try match.begin()
        let seat = try #require(match.view.turn?.seat)
        try match.decide { decision throws(Refusal) in try decision.shuffle(by: seat) }
        match.advance(to: match.view.at)
      }, ask: shuffle),
  ]

  @Test("is refused by the rule that forbids it, and changes nothing", arguments: forbidden)
  func refuses(_ rule: Forbidden) throws {
    var match = ScriptedMatch(rule.settings, faces: Self.faces)
    try rule.bring(&match)
    let before = match.view
    let seat = before.turn?.seat ?? before.lastTurnSeat ?? SeatIndex(0)
    let refusal = refusal { () throws(Refusal) in
      try match.decide { decision throws(Refusal) in
        try rule.ask(&decision, seat, before.generation)
      }
    }
    #expect(refusal?.code == rule.code)
    #expect(match.view == before)
  }

  @Test("is too early before the first turn begins, and accepted exactly then")
  func turnBegins() throws {
    var match = ScriptedMatch(faces: Self.faces)
    match.decide { $0.commit(seed: [1]) }
    try match.decide { decision throws(Refusal) in try decision.deal() }
    let playable = try #require(match.view.deal?.playableAt)
    match.advance(to: playable - ScriptedMatch.lead)
    #expect(match.view.turn?.beganAt == playable, "The turn is announced a lead ahead.")
    try expectOpening(of: 0, at: playable, in: &match)
  }

  @Test("is too early before the first card shows, and accepted exactly then")
  func firstShows() throws {
    var match = try started(faces: Self.faces)
    try match.choose(0)
    #expect(match.view.lastRevealAt == match.now + Pace.halfFlip)
    try expectOpening(of: 2, at: match.view.lastRevealAt, in: &match)
  }

  @Test("is too early before the shuffled cards start to move, and accepted exactly then")
  func shuffleStarts() throws {
    var match = try started(faces: Self.faces)
    let seat = try #require(match.view.turn?.seat)
    try match.decide { decision throws(Refusal) in try decision.shuffle(by: seat) }
    let moves = try #require(match.view.lastShuffledAt)
    #expect(moves == match.now + ScriptedMatch.lead)
    try expectOpening(of: 2, at: moves, in: &match)
  }

  /// Expects that the card can be chosen from `instant` on and no microsecond before.
  private func expectOpening(
    of slot: Int, at instant: ServerTime, in match: inout ScriptedMatch
  ) throws {
    match.advance(to: instant - Self.microsecond)
    let early = refusal { () throws(Refusal) in try match.choose(slot) }
    #expect(early?.code == .playTooEarly)
    #expect(early?.fact("wait_us") == "1")
    match.advance(to: instant)
    let entries = try match.choose(slot)
    #expect(entries.count == 1)
  }

  @Test("says how long the two cards still show")
  func stillShowing() throws {
    var match = try started(faces: Self.faces)
    try match.choose(0)
    match.advance(to: match.view.lastRevealAt)
    try match.choose(2)
    let refusal = refusal { () throws(Refusal) in try match.choose(4) }
    let wait = Pace.halfFlip + match.view.settings.reveal
    #expect(refusal?.fact("wait_us") == "\(wait.wholeMicroseconds)")
  }

  @Test("counts a choice as made at its judged time, never before what it builds on")
  func judged() throws {
    let match = try started()
    let seat = try #require(match.view.turn?.seat)
    let began = try #require(match.view.turn?.beganAt)
    func flip(received: ServerTime, judged: ServerTime) throws -> Event.Flipped? {
      var decision = Decision(
        on: match.match,
        at: Moment(now: received, received: received, judged: judged, lead: .zero))
      try decision.choose(CardID(generation: 1, slot: 0), by: seat)
      guard case .flipped(let flip)? = decision.entries.last?.event else { return nil }
      return flip
    }
    let received = began + .seconds(2)
    let fair = try flip(received: received, judged: received - .milliseconds(90))
    #expect(fair?.judgedAt == received - .milliseconds(90) && fair?.refund == .milliseconds(90))
    let early = try flip(received: received, judged: began - .seconds(9))
    #expect(early?.judgedAt == began && early?.refund == .seconds(2))
    #expect(try flip(received: received, judged: received)?.refund == .zero)
  }

  @Test("reveals no sooner than the lead, where that is longer than half a flip")
  func longLead() throws {
    let match = try started(faces: Self.faces)
    let seat = try #require(match.view.turn?.seat)
    var decision = Decision(
      on: match.match, at: Moment(now: match.now, lead: .milliseconds(250)))
    try decision.choose(CardID(generation: 1, slot: 0), by: seat)
    #expect(decision.view.lastRevealAt == match.now + .milliseconds(250))
  }

  @Test("judges no choice earlier than what it builds on")
  func judgedLate() throws {
    var match = try started(faces: Self.faces)
    try match.choose(0)
    let shows = match.view.lastRevealAt
    match.advance(to: shows + .seconds(1))
    var decision = Decision(
      on: match.match,
      at: Moment(
        now: match.now, received: match.now, judged: shows - .seconds(5),
        lead: ScriptedMatch.lead))
    try decision.choose(
      CardID(generation: 1, slot: 1), by: try #require(match.view.turn?.seat))
    guard case .flipped(let flip) = decision.entries[0].event else {
      Issue.record("No card was turned.")
      return
    }
    #expect(flip.judgedAt == shows)
    #expect(flip.scoreChanges.first?.bonus == 12)
  }
}

@Suite("Turning a mismatch back early", .timeLimit(.minutes(1)))
struct EarlyTurnBackTests {
  private func mismatch(seats: Int, second: Int = 2) throws -> ScriptedMatch {
    var match = try started(
      MatchSettings(seats: seats, turnLimit: .zero), faces: DecisionChoosingTests.faces)
    try match.choose(0)
    match.advance(to: match.view.lastRevealAt)
    try match.choose(second)
    return match
  }

  @Test("is the next choice's right for one alone, but never before the face shows")
  func alone() throws {
    var match = try mismatch(seats: 1)
    let shows = match.view.lastRevealAt
    match.advance(to: shows - .microseconds(1))
    let early = refusal { () throws(Refusal) in try match.choose(4) }
    #expect(early?.code == .playStillShowing)
    match.advance(to: shows)
    let entries = try match.choose(4)
    #expect(entries.map(\.at) == [shows, shows, shows])
    guard case .settled(let settled) = entries[0].event, case .turnBegan = entries[1].event,
      case .flipped(let flip) = entries[2].event
    else {
      Issue.record("Expected the old cards to settle and the new one to turn, not \(entries).")
      return
    }
    #expect(settled.turnedBack.map(\.slot) == [0, 2])
    #expect(flip.outcome == .first)
    #expect(match.view.cards[0].isSeen && match.view.cards[2].isSeen)
  }

  @Test("may choose one of the two cards again, now seen")
  func again() throws {
    var match = try mismatch(seats: 1)
    match.advance(to: match.view.lastRevealAt)
    try match.choose(2)
    #expect(match.view.faceUp.map(\.slot) == [2])
  }

  @Test("is nobody's right with two seats, and never after a match")
  func notTwo() throws {
    for match in [try mismatch(seats: 2), try mismatch(seats: 1, second: 1)] {
      var match = match
      match.advance(to: match.view.lastRevealAt)
      let refusal = refusal { () throws(Refusal) in try match.choose(4) }
      #expect(refusal?.code == .playStillShowing)
    }
  }

  @Test("does not happen when the choice itself is refused")
  func refused() throws {
    var match = try mismatch(seats: 1)
    match.advance(to: match.view.lastRevealAt)
    let before = match.view
    let refusal = refusal { () throws(Refusal) in try match.choose(60) }
    #expect(refusal?.code == .playUnknownCard)
    #expect(match.view == before)
  }
}

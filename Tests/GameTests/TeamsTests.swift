// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Teams", .timeLimit(.minutes(1)))
struct TeamsTests {
  private static let faces = [0, 0, 1, 1, 2, 2, 3, 3]

  private func teams(_ seats: Int = 4, faces: [Int] = Self.faces) throws -> ScriptedMatch {
    try started(MatchSettings(seats: seats, mode: .teams), faces: faces)
  }

  private func resign(_ seat: Int, in match: inout ScriptedMatch) throws {
    try match.decide { decision throws(Refusal) in try decision.resign(SeatIndex(seat)) }
  }

  private func isAlternating(_ order: [SeatIndex]) -> Bool {
    zip(order, order.dropFirst()).allSatisfy { ($0.rawValue + $1.rawValue) % 2 == 1 }
  }

  @Test("take turns, whichever seats are drawn first", arguments: [4, 6, 8])
  func order(seats: Int) throws {
    for share in 0..<12 as Range<UInt8> {
      var match = ScriptedMatch(MatchSettings(seats: seats, mode: .teams), faces: Self.faces)
      match.decide { $0.commit(seed: Array(repeating: share, count: 32)) }
      try match.decide { decision throws(Refusal) in try decision.deal() }
      #expect(match.view.turnOrder.sorted() == (0..<seats).map(SeatIndex.init))
      #expect(isAlternating(match.view.turnOrder))
    }
  }

  @Test("take turns in a rematch too, even if the match before had no teams")
  func rematch() throws {
    for share in 0..<12 as Range<UInt8> {
      var match = ScriptedMatch(MatchSettings(seats: 4), faces: Self.faces)
      var orders: [[SeatIndex]] = []
      for (number, mode) in [MatchSettings.Mode.classic, .teams, .teams].enumerated() {
        match.decide { decision in
          decision.emit(
            .opened(
              Event.Opened(
                matchID: "match-\(number)", settings: MatchSettings(pairs: 4, seats: 4, mode: mode),
                theme: "animals")))
        }
        match.decide { $0.commit(seed: Array(repeating: share, count: 32)) }
        try match.decide { decision throws(Refusal) in try decision.deal() }
        orders.append(match.view.turnOrder)
        match.decide { $0.end(.abandoned) }
      }
      #expect(orders[1][0] == orders[0][1])
      #expect(isAlternating(orders[1]))
      #expect(orders[2] == Array(orders[1][1...] + orders[1][..<1]))
    }
  }

  @Test("score as memorize does, each seat for itself")
  func scoring() throws {
    var match = try teams()
    let order = match.view.turnOrder.map(\.rawValue)
    try match.choose(0)
    match.advance(to: match.view.lastRevealAt + .milliseconds(1500))
    try match.choose(1)
    match.advance(by: .seconds(2))
    // Two points, and the whole seconds left of six on the first card and the second.
    #expect(match.view.seats[order[0]].score == 2 + 4 + 6)
    #expect(match.view.turn?.seat.rawValue == order[0])
    try match.turn(2, 4)
    try match.turn(2, 6)
    #expect(match.view.seats[order[1]].score == -1)
    match.advance(to: match.view.turn?.deadline ?? match.now)
    #expect(match.view.seats[order[2]].score == -2)
    #expect(order.map { match.view.seats[$0].pairs } == [1, 0, 0, 0])
  }

  @Test("rank by the sums of their seats, and all seats of a team share its rank")
  func standings() throws {
    var match = try teams(faces: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    let order = match.view.turnOrder.map(\.rawValue)
    // The first seat finds two pairs, the second three: its team wins although each of the other
    // team's seats may have more than the fourth.
    try match.turn(0, 1)
    try match.turn(2, 4)
    for pair in [2, 4, 6, 8] { try match.turn(pair, pair + 1) }
    match.advance(by: .seconds(2))
    let view = match.view
    #expect(view.endReason == .finished)
    let winners = [order[1], order[3]].sorted()
    #expect(view.standings.map(\.seat.rawValue) == winners + [order[0], order[2]].sorted())
    #expect(view.standings.map(\.rank) == [1, 1, 2, 2])
    #expect(
      view.standings.map(\.score) == view.standings.map { view.seats[$0.seat.rawValue].score })
    let fourth = view.standings.first { $0.seat.rawValue == order[3] }
    #expect(fourth?.score == 0 && fourth?.rank == 1)
  }

  @Test("share first place if their sums are equal")
  func tie() throws {
    var match = try teams()
    match.decide { $0.end(.stalemate) }
    #expect(match.view.standings.map(\.rank) == [1, 1, 1, 1])
    #expect(match.view.standings.map(\.seat) == (0..<4).map(SeatIndex.init))
  }

  @Test("play on while each has a player, and keep the points of those who resigned")
  func resigning() throws {
    var match = try teams()
    let order = match.view.turnOrder.map(\.rawValue)
    try match.turn(0, 1)
    try resign(order[0], in: &match)
    try resign(order[1], in: &match)
    match.advance(by: .seconds(1))
    #expect(match.view.phase == .playing && match.view.turn?.seat.rawValue == order[2])
    for pair in [2, 4, 6] { try match.turn(pair, pair + 1) }
    match.advance(by: .seconds(2))
    #expect(match.view.endReason == .finished)
    let first = match.view.standings.filter { $0.rank == 1 }.map(\.seat.rawValue)
    #expect(first == [order[0], order[2]].sorted())
  }

  @Test("lose when all of their players have resigned, whatever their sum")
  func resigned() throws {
    var match = try teams()
    let order = match.view.turnOrder.map(\.rawValue)
    try match.turn(0, 1)
    try resign(order[2], in: &match)
    #expect(match.view.phase == .playing)
    try resign(order[0], in: &match)
    #expect(match.view.endReason == .resigned)
    #expect(match.view.standings.map(\.rank) == [1, 1, 2, 2])
    #expect(match.view.standings[0].seat.rawValue == min(order[1], order[3]))
    #expect(match.view.standings.map(\.score).max() == match.view.seats[order[0]].score)
  }

  @Test("are of equal size, and of two players at least", arguments: 1...8)
  func sizes(seats: Int) {
    let isPlayable = [4, 6, 8].contains(seats)
    let settings = MatchSettings(seats: seats, mode: .teams)
    let expected = Refusal.outOfRange("seats", value: "\(seats)", allowed: "4, 6, 8")
    let chosen = refusal { () throws(Refusal) in try settings.validateChoice() }
    let found = refusal { () throws(Refusal) in
      _ = try MatchSettings.quick(mode: .teams, seats: seats, isRated: false)
    }
    #expect(chosen == (isPlayable ? nil : expected) && found == chosen)
    #expect(MatchSettings.Mode.accepted(seats: seats).contains(.teams) == isPlayable)
  }

  @Test("are never rated")
  func unrated() {
    let refused = refusal { () throws(Refusal) in
      _ = try MatchSettings.quick(mode: .teams, seats: 4, isRated: true)
    }
    #expect(refused?.fact("field") == "mode" && refused?.fact("value") == "teams")
    #expect(!MatchSettings.Mode.rated.contains(.teams))
  }

  @Test("alternate around the table; without teams each seat is a side of its own")
  func sides() {
    let seats = (0..<8).map(SeatIndex.init)
    let rules = MatchSettings.Mode.teams.rules
    #expect(seats.map { rules.side(of: $0).rawValue } == [0, 1, 0, 1, 0, 1, 0, 1])
    #expect(
      MatchSettings.Mode.allCases.allSatisfy { $0.rules.seatChoices.contains($0.rules.usualSeats) })
    for mode in MatchSettings.Mode.allCases where mode != .teams {
      #expect(seats.map { mode.rules.side(of: $0) } == seats && !mode.rules.hasTeams)
    }
  }
}

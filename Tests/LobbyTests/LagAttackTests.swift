// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

/// Attacks on the judged time, and what a cheat gains by them.
///
/// Each test is named for the attack. The leak tests cover faces that are not shown yet.
@Suite("Attacks on the judged time", .timeLimit(.minutes(1)))
struct LagAttackTests {
  /// A match of two at the first turn, on connections whose round trip is 80 ms.
  private struct Table {
    var lobby = ScriptedLobby()
    let players: [SessionID]

    init(turnLimit: Duration = .seconds(10), pairs: Int = 32) throws {
      players = [lobby.open("ada"), lobby.open("bob")]
      let settings = MatchSettings(pairs: pairs, mode: .classic, turnLimit: turnLimit)
      let code = try lobby.create(settings, by: players[0])
      lobby.join(code, by: players[1])
      for player in players {
        lobby.measured(MeasuredConnection(roundTripFloor: .milliseconds(80)), of: player)
      }
      try lobby.begin(players)
    }

    var view: MatchView { lobby.view(of: players[0]) }

    /// A report of the player on turn: shown on time, pressed after `thought`.
    func report(thought: Duration) -> PressTimes {
      let start = view.earliestChoice
      return PressTimes(shownAt: start, pressedAt: start + thought)
    }

    /// The player on turn turns the first face-down card, received `after` it could have been; the
    /// second card must be unseen, or the match would become a stalemate.
    @discardableResult
    mutating func choose(after: Duration, times: PressTimes) throws -> [LobbyOutput] {
      let player = try lobby.onTurn(players)
      lobby.advance(to: view.earliestChoice + after)
      let down = view.cards.filter { $0.state == .down }
      let fresh = view.faceUp.isEmpty ? nil : down.last { !$0.isSeen }
      let card = try #require(fresh ?? down.first)
      return lobby.want(.choose(card.id), by: player, times: times)
    }

    /// The last flip.
    func flip() throws -> Event.Flipped {
      let entries = try #require(lobby.clients[players[0]]).log.entries
      let flips = entries.compactMap { entry in
        if case .flipped(let flip) = entry.event { flip } else { nil }
      }
      return try #require(flips.last)
    }

    /// Advances until the face-up cards have turned back and the next turn has begun.
    mutating func settle() { lobby.advance(to: view.lastRevealAt + .seconds(2)) }
  }

  @Test("claims more lag than it has: base and bank, on average the base and 40 ms a turn")
  func claimsMore() throws {
    var table = try Table()
    var given: [SessionID: Duration] = [:]
    let base = Duration.milliseconds(60)
    let greedy = table.players[0]
    for _ in 0..<30 {
      let player = try table.lobby.onTurn(table.players)
      for _ in 0..<2 {
        let honest = table.report(thought: .seconds(3))
        let report = player == greedy ? table.report(thought: .zero) : honest
        try table.choose(after: .seconds(3), times: report)
        let refund = try table.flip().refund
        #expect(refund <= base + .milliseconds(500))
        given[player, default: .zero] += refund
      }
      table.settle()
    }
    let turns = table.lobby.journal.values.joined().count { entry in
      if case .turnBegan(let turn) = entry.event { turn.seat == SeatIndex(0) } else { false }
    }
    let total = try #require(given[greedy])
    #expect(total <= base * (2 * turns) + .milliseconds(400 + 40 * turns))
    #expect(total > base * turns, "It is given something, or the test tests nothing.")
    #expect(given[table.players[1]] == .zero, "Who claims nothing is given nothing.")
  }

  @Test("delays everything it sends: only the delay beyond the bound counts")
  func delaysAll() throws {
    var table = try Table()
    try table.choose(after: .seconds(3), times: table.report(thought: .seconds(1)))
    let flip = try table.flip()
    #expect(flip.refund == .milliseconds(60 + 440))
    #expect(flip.judgedAt == table.lobby.now - .milliseconds(500))
  }

  @Test("opens a slow second connection: its first connection is judged as before")
  func secondConnection() throws {
    var table = try Table()
    let second = table.lobby.open("ada's other")
    let code = try #require(table.lobby.clients[table.players[0]]?.room?.roomCode)
    table.lobby.join(code, as: .spectator, by: second)
    let slow = MeasuredConnection(
      roundTripFloor: .milliseconds(400), downlink: .milliseconds(240))
    table.lobby.measured(slow, of: second)
    try table.choose(after: .seconds(3), times: table.report(thought: .seconds(1)))
    #expect(try table.flip().refund == .milliseconds(500))
    #expect(table.view.lastRevealAt == table.lobby.now + .milliseconds(180))
  }

  @Test("reconnects: the bank is not refilled, and the new connection is not yet measured")
  func reconnects() throws {
    var table = try Table()
    let player = try table.lobby.onTurn(table.players)
    try table.choose(after: .seconds(3), times: table.report(thought: .seconds(1)))
    let seq = table.view.seq
    let code = try #require(table.lobby.clients[player]?.room?.roomCode)
    table.lobby.setConnected(false, player)
    table.lobby.setConnected(true, player)
    table.lobby.join(code, after: seq, by: player)
    try table.choose(after: .seconds(3), times: table.report(thought: .zero))
    #expect(try table.flip().refund == .milliseconds(20))
  }

  @Test("cuts its connection at the deadline: 700 ms once, then only what 40 ms a turn add")
  func lagSwitch() throws {
    var table = try Table()
    let player = try table.lobby.onTurn(table.players)
    let deadline = try #require(table.view.turn?.deadline)
    let limit = table.view.settings.turnLimit
    // Made a moment before the deadline, heard within the grace: in time.
    let report = table.report(thought: limit - .milliseconds(1))
    let outputs = try table.choose(after: limit + .milliseconds(400), times: report)
    let flip = try table.flip()
    #expect(flip.judgedAt == deadline - .milliseconds(1))
    #expect(flip.refund == .milliseconds(401))
    // The clock has not been paused, and the bank has only 99 ms left: the turn is over.
    #expect(outputs.sent.contains { if case .turnExpired = $0.event { true } else { false } })
    #expect(table.view.turn?.seat != (try table.lobby.seat(of: player)))
  }

  @Test("arrives after deadline and grace: too late, however early it claims to have pressed")
  func tooLate() throws {
    var table = try Table()
    let deadline = try #require(table.view.turn?.deadline)
    let grace = Duration.milliseconds(60 + 440)
    let player = try table.lobby.onTurn(table.players)
    let report = table.report(thought: .zero)
    table.lobby.advance(to: deadline + grace - .microseconds(1))
    #expect(table.view.turn?.deadline == deadline, "The end is announced after the grace.")
    let outputs = table.lobby.advance(to: deadline + grace)
    for case .turnExpired(let expired) in outputs.sent.map(\.event) {
      #expect(expired.judgedAt == deadline && expired.refund == grace)
    }
    let card = CardID(generation: 1, slot: 0)
    let late = table.lobby.want(.choose(card), by: player, times: report)
    #expect(late.refusals.map(\.code) == [.playNotYourTurn])
  }

  @Test("presses after the deadline and arrives within the grace: the turn ends at once")
  func pressedLate() throws {
    var table = try Table()
    let deadline = try #require(table.view.turn?.deadline)
    let limit = table.view.settings.turnLimit
    let report = table.report(thought: limit + .milliseconds(10))
    let outputs = try table.choose(after: limit + .milliseconds(100), times: report)
    #expect(outputs.sent.contains { if case .turnExpired = $0.event { true } else { false } })
    #expect(outputs.refusals.map(\.code) == [.playStale])
    #expect(table.lobby.now < deadline + .milliseconds(500))
  }

  @Test("presses before the reveal, from the future or absurdly: nothing is given")
  func impossible() throws {
    let ends = [Int64.min, 0, .max].map(ServerTime.init(microseconds:))
    for shown in ends {
      for pressed in ends {
        var table = try Table()
        try table.choose(
          after: .seconds(1), times: PressTimes(shownAt: shown, pressedAt: pressed))
        #expect(try table.flip().refund == .zero)
        #expect(try table.flip().judgedAt == table.lobby.now)
      }
    }
  }

  @Test("is never judged before what it builds on showed")
  func notBeforeReveal() throws {
    var table = try Table()
    try table.choose(after: .seconds(1), times: table.report(thought: .zero))
    let reveal = table.view.lastRevealAt
    try table.choose(after: .milliseconds(5), times: table.report(thought: .zero))
    #expect(try table.flip().judgedAt >= reveal)
    #expect(try table.flip().refund <= .milliseconds(5))
  }

  @Test("sends a request twice: the answer is the same, and the bank is charged once")
  func replays() throws {
    var table = try Table()
    let player = try table.lobby.onTurn(table.players)
    try table.choose(after: .seconds(1), times: table.report(thought: .milliseconds(700)))
    let id = try #require(table.lobby.clients[player]).lastRequest
    let times = table.report(thought: .zero)
    let seen = IntentRequest(
      seenSeq: table.view.seq, shownAt: times.shownAt, pressedAt: times.pressedAt,
      intent: .choose(CardID(generation: 1, slot: 9)))
    let again = table.lobby.ask(.intent(seen), by: player, id: id)
    #expect(again.sent.map(\.event) == [.flipped(try table.flip())])
    #expect(table.view.faceUp.count == 1)
  }

  @Test(
    "lags only when it pays: after twenty turns it gets the base alone, and is shown to somebody")
  func lagsWhenItPays() throws {
    var table = try Table()
    let cheat = table.players[0]
    let probe = MeasuredConnection.Probe(up: .milliseconds(40), down: .milliseconds(40))
    let connection = MeasuredConnection(roundTripFloor: .milliseconds(80))
    var suspected: [SessionID] = []
    for _ in 0..<60 {
      let player = try table.lobby.onTurn(table.players)
      for other in table.players where other != player {
        table.lobby.measured(connection, probe: probe, of: other)
      }
      for _ in 0..<2 {
        let thought = Duration.seconds(1) - .milliseconds(player == cheat ? 120 : 40)
        for case .suspected(let session, _) in try table.choose(
          after: .seconds(1), times: table.report(thought: thought))
        {
          suspected.append(session)
        }
      }
      table.settle()
      guard table.view.phase == .playing else { break }
    }
    #expect(suspected == [cheat])
  }
}

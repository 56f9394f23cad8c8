// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("A match's clock is paused", .timeLimit(.minutes(1)))
struct ClockPauseTests {
  private func table(
    _ settings: MatchSettings = MatchSettings(turnLimit: .seconds(30), reveal: .seconds(2))
  ) throws -> (ScriptedLobby, SessionID, SessionID) {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    let bob = lobby.open("bob")
    let code = try lobby.create(settings, by: ada)
    lobby.join(code, by: bob)
    try lobby.begin([ada, bob])
    return (lobby, ada, bob)
  }

  private func notices(_ lobby: ScriptedLobby) -> [Duration] {
    lobby.journal.values.flatMap { $0 }.compactMap { entry in
      if case .clockAdjusted(let length) = entry.event { length } else { nil }
    }
  }

  /// The player on turn turns a face-down card.
  private func choose(_ lobby: inout ScriptedLobby, _ players: [SessionID]) throws {
    let view = lobby.view(of: players[0])
    let card = try #require(view.cards.first { $0.state == .down })
    lobby.want(.choose(card.id), by: try lobby.onTurn(players))
  }

  @Test("for the time a decision takes to land beyond a quarter of a second, announced at once")
  func lateBatch() throws {
    var (lobby, ada, bob) = try table()
    let deadline = try #require(lobby.view(of: ada).turn?.deadline)
    lobby.isJournalWaiting = true
    try choose(&lobby, [ada, bob])
    lobby.advance(by: .milliseconds(1250))
    lobby.isJournalWaiting = false
    let outputs = lobby.land()
    #expect(outputs.sent.map(\.event).last == .clockAdjusted(givenBack: .seconds(1)))
    let later = deadline + .seconds(1)
    #expect(lobby.view(of: bob).turn?.deadline == later)
    #expect(lobby.view(of: bob).seq == lobby.view(of: ada).seq)
  }

  @Test("not for time already refunded, however long ago a server was last seen")
  func oldBeat() throws {
    var (lobby, ada, bob) = try table()
    let deadline = try #require(lobby.view(of: ada).turn?.deadline)
    lobby.advance(by: .seconds(5))
    for key: UInt8 in 2...4 {
      #expect(lobby.crash(key: key, outage: .seconds(1), unnoticed: .seconds(4)).isEmpty)
      try lobby.comeBack(ada)
      try lobby.comeBack(bob)
      lobby.advance(by: .milliseconds(100))
    }
    // Four seconds more are refunded at first, because nothing shows that a server was running.
    #expect(
      lobby.view(of: ada).turn?.deadline == deadline + .seconds(3) + .seconds(4)
        + .milliseconds(200))
  }

  @Test("not at all for a decision that lands in time")
  func inTime() throws {
    var (lobby, ada, bob) = try table()
    lobby.isJournalWaiting = true
    try choose(&lobby, [ada, bob])
    lobby.advance(by: .milliseconds(250))
    lobby.isJournalWaiting = false
    lobby.land()
    #expect(notices(lobby).isEmpty)
  }

  @Test("once for a notice that is late itself: that waits for the next decision and comes with it")
  func lateNotice() throws {
    var (lobby, ada, bob) = try table()
    let deadline = try #require(lobby.view(of: ada).turn?.deadline)
    lobby.isJournalWaiting = true
    try choose(&lobby, [ada, bob])
    lobby.advance(by: .milliseconds(350))
    lobby.land()
    #expect(lobby.pending.map(\.entries.count) == [1], "The notice.")
    lobby.advance(by: .milliseconds(350))
    lobby.land()
    #expect(lobby.pending.isEmpty)
    lobby.advance(by: .seconds(10))
    #expect(lobby.pending.isEmpty)
    lobby.want(.restart, by: ada)
    #expect(lobby.pending.map(\.entries.count) == [2])
    lobby.isJournalWaiting = false
    lobby.land()
    #expect(notices(lobby) == [.milliseconds(100), .milliseconds(100)])
    let later = deadline + .milliseconds(200)
    #expect(lobby.view(of: bob).turn?.deadline == later)
  }

  @Test("and a turn still ends, however slow the journal is")
  func turnsEnd() throws {
    var (lobby, ada, bob) = try table(MatchSettings(turnLimit: .seconds(5)))
    lobby.isJournalWaiting = true
    for _ in 0..<200 where lobby.view(of: ada).seats.allSatisfy({ $0.expiredTurns < 2 }) {
      lobby.advance(by: .seconds(1))
      if !lobby.pending.isEmpty { lobby.land() }
    }
    #expect(lobby.view(of: bob).seats.contains { $0.expiredTurns >= 2 })
    #expect(notices(lobby).count < 40)
  }

  @Test("and two cards still turn back, however slow the journal is")
  func revealsEnd() throws {
    var (lobby, ada, bob) = try table()
    try choose(&lobby, [ada, bob])
    lobby.advance(to: lobby.view(of: ada).lastRevealAt)
    try choose(&lobby, [ada, bob])
    #expect(lobby.view(of: ada).faceUp.count == 2)
    lobby.isJournalWaiting = true
    for _ in 0..<60 where !lobby.view(of: ada).faceUp.isEmpty {
      lobby.advance(by: .milliseconds(600))
      if !lobby.pending.isEmpty { lobby.land() }
    }
    #expect(lobby.view(of: bob).faceUp.isEmpty)
  }

  @Test("while the journal takes nothing, and is asked each second whether it does again")
  func journalFails() throws {
    var (lobby, ada, bob) = try table()
    let deadline = try #require(lobby.view(of: ada).turn?.deadline)
    lobby.advance(by: .seconds(5))
    let failedAt = lobby.now
    lobby.isJournalWaiting = true
    try choose(&lobby, [ada, bob])
    #expect(lobby.fail().refusals.map(\.code) == [.journalUnavailable])
    for second in 1...60 {
      lobby.advance(to: failedAt + .seconds(second))
      #expect(lobby.pending.count == 1)
      #expect(lobby.fail().isEmpty)
    }
    #expect(lobby.view(of: ada).turn?.deadline == deadline, "Nothing unsaved is shown.")
    lobby.isJournalWaiting = false
    lobby.advance(by: .seconds(1))
    let lost = lobby.now - failedAt
    #expect(notices(lobby) == [lost])
    let later = deadline + lost
    #expect(lobby.view(of: bob).turn?.deadline == later)
    try choose(&lobby, [ada, bob])
    #expect(lobby.view(of: bob).faceUp.count == 1)
  }

  @Test("in an outage, until both players are back")
  func outage() throws {
    var (lobby, ada, bob) = try table()
    let deadline = try #require(lobby.view(of: ada).turn?.deadline)
    lobby.advance(by: .seconds(5))
    let crash = lobby.now
    lobby.suffer(outage: .seconds(90))
    lobby.advance(by: .seconds(3))
    try lobby.comeBack(ada)
    lobby.advance(by: .seconds(1))
    #expect(notices(lobby).isEmpty)
    try lobby.comeBack(bob)
    #expect(notices(lobby) == [.seconds(94)])
    let later = deadline + (lobby.now - crash)
    #expect(lobby.view(of: ada).turn?.deadline == later)
    #expect(lobby.view(of: bob) == lobby.view(of: ada))
  }

  @Test("in an outage, and waits ten seconds for the second player, who then loses time as usual")
  func oneIsBack() throws {
    var (lobby, ada, _) = try table()
    lobby.suffer(outage: .seconds(20))
    let restart = lobby.now
    lobby.advance(by: .seconds(1))
    try lobby.comeBack(ada)
    lobby.advance(to: restart + .milliseconds(9999))
    #expect(notices(lobby).isEmpty)
    lobby.advance(by: .milliseconds(1))
    #expect(notices(lobby) == [.seconds(30)])
  }

  @Test("in an outage until someone plays on")
  func playedOn() throws {
    var (lobby, ada, bob) = try table()
    lobby.suffer(outage: .seconds(20))
    let turn = try lobby.onTurn([ada, bob])
    try lobby.comeBack(turn)
    lobby.advance(by: .seconds(1))
    try choose(&lobby, [ada, bob])
    #expect(notices(lobby) == [.seconds(21)])
    #expect(lobby.view(of: turn).faceUp.count == 1)
  }

  @Test("in an outage until the second card is chosen, however long that choice has waited")
  func secondCard() throws {
    var (lobby, ada, bob) = try table()
    try choose(&lobby, [ada, bob])
    lobby.suffer(outage: .seconds(20))
    let turn = try lobby.onTurn([ada, bob])
    try lobby.comeBack(turn)
    lobby.advance(by: .seconds(1))
    let down = try #require(lobby.view(of: turn).cards.first { $0.state == .down })
    let received = lobby.now - .milliseconds(3)
    #expect(lobby.want(.choose(down.id), by: turn, received: received).refusals.isEmpty)
    #expect(notices(lobby) == [.seconds(21)])
    #expect(lobby.view(of: turn).faceUp.count == 2)
  }

  @Test("in an outage until someone who plays on is told to wait, and the wait ends")
  func toldToWait() throws {
    var (lobby, ada, bob) = try table()
    for _ in 1...2 {
      try choose(&lobby, [ada, bob])
      lobby.advance(to: lobby.view(of: ada).lastRevealAt)
    }
    lobby.suffer(outage: .seconds(20))
    try lobby.comeBack(ada)
    lobby.advance(by: .seconds(1))
    #expect(notices(lobby).isEmpty)
    let down = try #require(lobby.view(of: ada).cards.first { $0.state == .down })
    let refusals = lobby.want(.choose(down.id), by: ada).refusals
    #expect(refusals.map(\.code) == [.playStillShowing])
    #expect(notices(lobby) == [.seconds(21)])
    let wait = try #require(refusals.first?.fact("wait_us").flatMap { Int64($0) })
    lobby.advance(by: .microseconds(wait))
    #expect(lobby.view(of: ada).faceUp.isEmpty, "The two cards have turned back.")
  }

  @Test("in an outage, but not for a turn that was over before")
  func overBefore() throws {
    var (lobby, ada, bob) = try table()
    let first = try lobby.onTurn([ada, bob])
    lobby.isJournalWaiting = true
    lobby.advance(to: try lobby.expiry([ada, bob]))
    #expect(lobby.pending.count == 1, "The turn has expired, and nobody knows.")
    _ = lobby.crash(key: 9, outage: .seconds(20))
    lobby.isJournalWaiting = false
    try lobby.comeBack(first)
    try choose(&lobby, [ada, bob])
    let events = lobby.journal.values.first?.map(\.event) ?? []
    #expect(events.contains { if case .turnExpired = $0 { true } else { false } })
    #expect(!events.contains { if case .flipped = $0 { true } else { false } })
  }

  @Test("in an outage nobody returns from, until the players would be skipped anyway")
  func nobodyIsBack() throws {
    var (lobby, _, _) = try table()
    lobby.suffer(outage: .seconds(20))
    lobby.advance(by: .seconds(119))
    #expect(notices(lobby).isEmpty)
    lobby.advance(by: .seconds(1200))
    #expect(lobby.directory.roomCount == 0)
    let log = try #require(lobby.journal.values.first)
    let reasons = log.compactMap { entry -> Event.Ended.Reason? in
      if case .ended(let ended) = entry.event { ended.reason } else { nil }
    }
    #expect(reasons == [.abandoned])
  }

  @Test("in an outage that cuts a reveal off, which is shown in full again once players are back")
  func reveal() throws {
    var (lobby, ada, bob) = try table()
    try choose(&lobby, [ada, bob])
    lobby.advance(to: lobby.view(of: ada).lastRevealAt)
    try choose(&lobby, [ada, bob])
    lobby.advance(to: lobby.view(of: ada).lastRevealAt + .milliseconds(500))
    #expect(lobby.view(of: ada).faceUp.count == 2)
    lobby.suffer(outage: .seconds(30))
    lobby.advance(by: .seconds(4))
    try lobby.comeBack(ada)
    try lobby.comeBack(bob)
    let back = lobby.now
    let revealed = lobby.view(of: ada).lastRevealAt
    #expect(revealed == back)
    lobby.advance(by: .milliseconds(900))
    #expect(lobby.view(of: ada).faceUp.count == 2)
    lobby.advance(by: .seconds(2))
    #expect(lobby.view(of: bob).faceUp.isEmpty)
  }

  @Test("and so are the timeouts of players who were disconnected before an outage")
  func patience() throws {
    var (lobby, ada, bob) = try table(MatchSettings(turnLimit: .seconds(120)))
    lobby.setConnected(false, bob)
    lobby.advance(by: .seconds(100))
    lobby.suffer(outage: .seconds(600))
    try lobby.comeBack(ada)
    let seat = try lobby.seat(of: bob).rawValue
    lobby.advance(by: .milliseconds(19_900))
    #expect(!lobby.view(of: ada).seats[seat].isSkipped)
    lobby.advance(by: .milliseconds(200))
    #expect(lobby.view(of: ada).seats[seat].isSkipped)
  }

  @Test("not between matches: nothing runs there")
  func betweenMatches() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    _ = try lobby.create(by: ada)
    lobby.isJournalWaiting = true
    lobby.want(.ready(entropyCommit: []), by: ada)
    lobby.advance(by: .seconds(5))
    lobby.land()
    #expect(lobby.pending.isEmpty)
    lobby.suffer(outage: .seconds(5))
    try lobby.comeBack(ada)
    #expect(notices(lobby).isEmpty)
  }

  @Test("in several outages, which are kept in the order in which they ended")
  func order() throws {
    var lobby = ScriptedLobby()
    let players = (0..<6).map { lobby.open("player \($0)") }
    var codes: [RoomCode] = []
    for player in players {
      codes.append(try lobby.create(MatchSettings(pairs: 8, seats: 1), by: player))
      try lobby.begin([player])
    }
    for (key, player) in players.enumerated() {
      #expect(lobby.crash(key: UInt8(9 + key), outage: .seconds(2)) == [])
      lobby.setConnected(true, player)
      lobby.join(codes[key], after: lobby.view(of: player).seq, by: player)
      lobby.advance(by: .seconds(1))
      lobby.want(.choose(CardID(generation: 1, slot: 0)), by: player)
      lobby.advance(by: .seconds(1))
      #expect(lobby.outages == lobby.outages.sorted { $0.until < $1.until })
    }
    #expect(lobby.crash(key: 99, outage: .seconds(2)) == [])
    #expect(lobby.outages.count > 1)
    #expect(lobby.outages == lobby.outages.sorted { $0.until < $1.until })
  }
}

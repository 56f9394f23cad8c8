// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import Lobby

@Suite("Results of rooms", .timeLimit(.minutes(1)))
struct EndedRoomTests {
  private func match() throws -> (lobby: ScriptedLobby, ada: SessionID) {
    var lobby = ScriptedLobby()
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    let code = try lobby.create(MatchSettings(pairs: 4, seats: 2), by: ada)
    lobby.join(code, by: bob)
    try lobby.begin([ada, bob])
    return (lobby, ada)
  }

  @Test("go to the journal with the entry that ends the match, and are found again in its log")
  func inLog() throws {
    var (lobby, ada) = try match()
    lobby.isJournalWaiting = true
    lobby.want(.resign, by: ada)
    let given = try #require(lobby.pending.first?.result)
    #expect(given.reason == .resigned && given.standings.map(\.player.name) == ["bob", "ada"])
    lobby.land()
    let log = try #require(lobby.journal.values.first)
    #expect(MatchResult.all(in: log) == [given])
    #expect(MatchResult.all(in: []) == [])
    #expect(MatchResult.all(in: Array(log.dropFirst())) == nil)
    var broken = log
    broken[2].event = .unrecognized
    #expect(MatchResult.all(in: broken) == nil)
  }
}

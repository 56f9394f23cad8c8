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

  private func results(_ outputs: [LobbyOutput]) -> [MatchResult] {
    outputs.compactMap { if case .ended(let result) = $0 { result } else { nil } }
  }

  @Test("are reported once they have landed, and equal what the journal was given")
  func landed() throws {
    var (lobby, ada) = try match()
    lobby.isJournalWaiting = true
    #expect(results(lobby.want(.resign, by: ada)) == [])
    let given = lobby.pending.first?.result
    #expect(given?.reason == .resigned && given?.standings.map(\.player.name) == ["bob", "ada"])
    #expect(results(lobby.land()) == [try #require(given)])
  }

  @Test("are reported when a reread journal has them, and not otherwise")
  func reread() throws {
    for landing in [true, false] {
      var (lobby, ada) = try match()
      lobby.isJournalWaiting = true
      lobby.want(.resign, by: ada)
      #expect(results(lobby.reread(landing: landing)).count == (landing ? 1 : 0))
    }
  }

  @Test("are found again in the log, and a log that is none has none")
  func inLog() throws {
    var (lobby, ada) = try match()
    let told = results(lobby.want(.resign, by: ada))
    let log = try #require(lobby.journal.values.first)
    #expect(told.count == 1 && MatchResult.all(in: log) == told)
    #expect(MatchResult.all(in: []) == [])
    #expect(MatchResult.all(in: Array(log.dropFirst())) == nil)
    var broken = log
    broken[2].event = .unrecognized
    #expect(MatchResult.all(in: broken) == nil)
  }
}

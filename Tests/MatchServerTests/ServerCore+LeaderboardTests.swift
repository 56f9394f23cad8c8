// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Journal
import JournalFixtures
import Lobby
import Protocol
import Testing

@testable import MatchServer

@Suite("The server core's leaderboards", .timeLimit(.minutes(1)))
struct ServerCoreLeaderboardTests {
  /// A result of players called by their ids, in the order of their ranks.
  private func ask(
    _ mode: MatchSettings.Mode, _ server: inout ScriptedServer, over connection: ServerConnectionID
  ) -> Leaderboard? {
    server.say(.leaderboard(id: server.nextID(), mode: mode), over: connection)
    return server.received[connection]?.compactMap { message in
      if case .leaderboard(let best) = message { best } else { nil }
    }.last
  }

  @Test("answers anyone with the best players of a mode")
  func answers() throws {
    var contents = JournalContents()
    try contents.ratings.fold(MatchResult.sample(["ada", "bob"]))
    try contents.ratings.fold(MatchResult.sample(["cyd", "ada"], mode: .blitz))
    var server = ScriptedServer()
    server.restart(with: contents)
    let connection = server.open("Eve")
    let best = try #require(ask(.memorize, &server, over: connection))
    #expect(best.mode == .memorize && best.rows.map(\.player.name) == ["ADA", "BOB"])
    #expect(best.rows.map(\.player.id) == ["ada", "bob"] && best.rows.map(\.rank) == [1, 2])
    #expect(best.rows[0].shown == best.rows[0].mu - 3 * best.rows[0].sigma)
    #expect(best.rows.map(\.matches) == [1, 1])
    #expect(ask(.blitz, &server, over: connection)?.rows.map(\.player.id) == ["cyd", "ada"])
    #expect(ask(.zen, &server, over: connection)?.rows == [])
  }

  @Test("names at most a hundred")
  func bounded() throws {
    var contents = JournalContents()
    for number in 0..<70 {
      try contents.ratings.fold(MatchResult.sample(["a\(number)", "b\(number)"], mode: .classic))
    }
    var server = ScriptedServer()
    server.restart(with: contents)
    let best = ask(.classic, &server, over: server.open("Eve"))
    #expect(best?.rows.count == 100 && best?.rows.last?.rank == 71)
  }

  /// A running rated match of two proven players, restored from a journal; one has reconnected.
  private func ratedMatch(
    _ journal: FaultyJournal
  ) throws -> (server: ScriptedServer, ada: ServerConnectionID, contents: JournalContents) {
    var server = ScriptedServer(journal: journal)
    let connections = [server.open("Ada"), server.open("Bob")]
    let code = server.create(MatchSettings(pairs: 8, seats: 2), over: connections[0])
    server.join(code, .player, over: connections[1])
    for connection in connections {
      server.say(
        .intent(
          IntentRequest(
            id: server.nextID(), seenSeq: server.seq(connection), intent: .ready(entropyCommit: []))
        ),
        over: connection)
    }
    let token = try #require(server.welcome(connections[0])?.resumeToken)
    var contents = journal.contents
    for index in contents.lobby.rooms[0].entries.indices {
      switch contents.lobby.rooms[0].entries[index].event {
      case .opened(var opened):
        opened.settings.isRated = true
        contents.lobby.rooms[0].entries[index].event = .opened(opened)
      case .seated(var seated):
        seated.player.id = seated.player.name.lowercased()
        contents.lobby.rooms[0].entries[index].event = .seated(seated)
      default: break
      }
    }
    server.restart(with: contents)
    let ada = server.open("Ada", token: token)
    let room = contents.lobby.rooms[0]
    server.join(code, .player, room: room.id.rawValue, over: ada)
    return (server, ada, contents)
  }

  private func resign(_ server: inout ScriptedServer, over connection: ServerConnectionID) {
    server.say(
      .intent(IntentRequest(id: server.nextID(), seenSeq: server.seq(connection), intent: .resign)),
      over: connection)
  }

  @Test("counts a match that ends once its result has landed, and not before")
  func lands() throws {
    var (server, ada, _) = try ratedMatch(FaultyJournal())
    #expect(ask(.memorize, &server, over: ada)?.rows == [])
    server.isJournalWaiting = true
    resign(&server, over: ada)
    #expect(ask(.memorize, &server, over: ada)?.rows == [])
    server.land()
    let best = try #require(ask(.memorize, &server, over: ada))
    #expect(best.rows.map(\.player.id) == ["bob", "ada"], "Who gives up is last.")
  }
}

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
    contents.profiles.fold(MatchResult.sample(["ada", "bob"]))
    contents.profiles.fold(MatchResult.sample(["cyd", "ada"], mode: .blitz))
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
      contents.profiles.fold(MatchResult.sample(["a\(number)", "b\(number)"], mode: .classic))
    }
    var server = ScriptedServer()
    server.restart(with: contents)
    let best = ask(.classic, &server, over: server.open("Eve"))
    #expect(best?.rows.count == 100 && best?.rows.last?.rank == 71)
  }

  /// Running rated matches of two proven players each, restored from a journal; the first player of
  /// each has reconnected.
  private func ratedMatches(
    _ pairs: [[String]], _ journal: FaultyJournal
  ) throws -> (server: ScriptedServer, first: [ServerConnectionID]) {
    var server = ScriptedServer(journal: journal)
    var tables: [(token: [UInt8], code: String)] = []
    for names in pairs {
      let connections = names.map { server.open($0) }
      let code = server.create(MatchSettings(pairs: 8, seats: 2), over: connections[0])
      server.join(code, .player, over: connections[1])
      for connection in connections {
        server.say(
          .request(
            id: server.nextID(),
            .intent(
              IntentRequest(
                seenSeq: server.seq(connection),
                intent: .ready(entropyCommit: [])))),
          over: connection)
      }
      tables.append((try #require(server.welcome(connections[0])?.resumeToken), code))
    }
    var contents = journal.contents
    for room in contents.lobby.rooms.indices {
      for index in contents.lobby.rooms[room].entries.indices {
        switch contents.lobby.rooms[room].entries[index].event {
        case .opened(var opened):
          opened.settings.isRated = true
          contents.lobby.rooms[room].entries[index].event = .opened(opened)
        case .seated(var seated):
          seated.player.id = seated.player.name.lowercased()
          contents.lobby.rooms[room].entries[index].event = .seated(seated)
        default: break
        }
      }
    }
    server.restart(with: contents)
    let first = try zip(pairs, tables).map { names, table in
      let room = try #require(contents.lobby.rooms.first { $0.code.rawValue == table.code })
      let connection = server.open(names[0], token: table.token)
      server.join(table.code, .player, room: room.id.rawValue, over: connection)
      return connection
    }
    return (server, first)
  }

  private func resign(_ server: inout ScriptedServer, over connection: ServerConnectionID) {
    server.say(
      .request(
        id: server.nextID(),
        .intent(IntentRequest(seenSeq: server.seq(connection), intent: .resign))),
      over: connection)
  }

  @Test("counts a match that ends once its result has landed, and not before")
  func lands() throws {
    var (server, first) = try ratedMatches([["Ada", "Bob"]], FaultyJournal())
    #expect(ask(.memorize, &server, over: first[0])?.rows == [])
    server.isJournalWaiting = true
    resign(&server, over: first[0])
    #expect(ask(.memorize, &server, over: first[0])?.rows == [])
    server.land()
    let best = try #require(ask(.memorize, &server, over: first[0]))
    #expect(best.rows.map(\.player.id) == ["bob", "ada"], "Who gives up is last.")
  }

  /// The best players after a restart.
  private func restartedRows(
    _ server: inout ScriptedServer, from journal: FaultyJournal
  ) -> [Leaderboard.Row]? {
    server.isJournalWaiting = false
    // The end of a match is announced ahead.
    server.pass(.seconds(1))
    server.restart(with: journal.contents)
    return ask(.memorize, &server, over: server.open("Eve"))?.rows
  }

  private static let circle = [["Ada", "Bob"], ["Bob", "Cyd"], ["Cyd", "Ada"], ["Ada", "Cyd"]]

  @Test("counts matches that end in one group as a server does that starts again")
  func group() throws {
    let journal = FaultyJournal()
    var (server, first) = try ratedMatches(Self.circle, journal)
    server.isJournalWaiting = true
    for connection in first { resign(&server, over: connection) }
    server.land()
    let live = try #require(ask(.memorize, &server, over: first[0])?.rows)
    #expect(live.count == 3 && live.map(\.matches).reduce(0, +) == 8)
    #expect(restartedRows(&server, from: journal) == live)
  }

  @Test("counts matches in the order of the journal, in whichever it hears that they landed")
  func order() throws {
    let journal = FaultyJournal()
    var (server, first) = try ratedMatches(Self.circle, journal)
    server.isJournalWaiting = true
    for connection in first { resign(&server, over: connection) }
    let (told, records) = (ToldChanges(of: journal), server.takeWaiting())
    journal.write(records.reversed()) { _ in }
    server.hear(records.compactMap { $0.outcome(isThere: true) })
    #expect(ask(.memorize, &server, over: first[0])?.rows == [], "The journal has told no result.")
    server.feed(.results(told.changes.results))
    let live = try #require(ask(.memorize, &server, over: first[0])?.rows)
    var decided = RatingTable()
    for result in told.changes.results.reversed() { try decided.fold(result) }
    #expect(
      live.map(\.mu) != decided.leaderboard(.memorize, limit: 9).map(\.player.rating.mu),
      "The order makes a difference.")
    #expect(restartedRows(&server, from: journal) == live)
  }

  @Test(
    "counts a match once if its end was unclear and is stored, and not if it is not",
    arguments: [(FaultyJournal.Fault.full, 0), (.unclearLost, 0), (.unclearLanded, 1)])
  func fails(fault: FaultyJournal.Fault, count: Int) throws {
    let journal = FaultyJournal()
    var (server, first) = try ratedMatches([["Ada", "Bob"]], journal)
    journal.fault = fault
    resign(&server, over: first[0])
    let rows = try #require(ask(.memorize, &server, over: first[0])?.rows)
    #expect(rows.map(\.matches) == Array(repeating: 1, count: 2 * count))
  }

  @Test("counts results of other servers on the same journal")
  func elsewhere() {
    var server = ScriptedServer()
    let connection = server.open("Eve")
    server.feed(.results([MatchResult.sample(["ada", "bob"])]))
    #expect(ask(.memorize, &server, over: connection)?.rows.map(\.player.id) == ["ada", "bob"])
  }
}

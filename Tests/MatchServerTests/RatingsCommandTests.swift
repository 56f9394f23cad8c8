// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import JournalFixtures
import Lobby
import MatchFixtures
import Protocol
import Testing
import Wire

@testable import JournalSQLite
@testable import MatchServer

@Suite("facedown-server ratings", .timeLimit(.minutes(1)))
struct RatingsCommandTests {
  /// A folder with a journal that has these results.
  private func folder(_ results: [MatchResult]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    try store.change { db in
      for result in results { try ResultRows(db: db).append(result, of: RoomID("gone")) }
    }
    store.close()
    return folder
  }

  private func run(_ arguments: String..., in folder: TemporaryFolder) throws -> [String] {
    let command = try #require(
      try FacedownServerCommand.parseAsRoot(["ratings"] + arguments) as? RatingsCommand)
    var lines: [String] = []
    try command.report(in: folder.path) { lines.append($0) }
    return lines
  }

  private let results = [
    MatchResult.sample(["ada", "bob"], match: "1"),
    MatchResult.sample(["ada", "cyd"], mode: .blitz, match: "2"),
  ]

  @Test("prints a table for each mode that has players, or says that there are none")
  func tables() throws {
    let folder = try folder(results)
    #expect(
      try run(in: folder) == [
        "memorize: 2 players", "Rank  Rating     Mu  Sigma  Matches  Player",
        "   1    3.44  27.64   8.07        1  ADA", "   2   -1.83  22.36   8.07        1  BOB",
        "blitz: 2 players", "Rank  Rating     Mu  Sigma  Matches  Player",
        "   1    3.44  27.64   8.07        1  ADA", "   2   -1.83  22.36   8.07        1  CYD",
      ])
    #expect(try run("--mode", "blitz", "--limit", "1", in: folder).count == 3)
    let none = try run("--mode", "classic", in: folder)
    #expect(none.count == 1 && none[0].contains("facedown quick URL --rated"))
  }

  @Test("prints a server's answers as JSON, one line per mode")
  func json() throws {
    let lines = try run("--json", "--mode", "blitz", in: try folder(results))
    let message = try WireEncoding.json.decodeServerMessage(Array(try #require(lines.first).utf8))
    guard case .leaderboard(let board) = message else { return #expect(Bool(false), "\(message)") }
    #expect(lines.count == 1 && board.mode == .blitz)
    #expect(board.rows.map(\.player.id) == ["ada", "cyd"])
  }

  @Test("reports the recomputation first")
  func recompute() throws {
    let folder = try folder(results)
    let lines = try run("--recompute", "--mode", "blitz", in: folder)
    #expect(
      lines.prefix(2) == [
        "Counted 2 rated matches by 3 players: 0 results recomputed from logs, 0 corrected; "
          + "2 kept as stored, because their logs are gone.", "No rating changed.",
      ])
    #expect(
      try run("--recompute", "--json", "--mode", "blitz", in: folder).first
        == "{\"recomputed\":{\"matches\":2,\"players\":3,\"read_again\":0,\"corrected\":0,"
        + "\"completed\":0,\"standing\":2,\"unreadable_rooms\":0,\"ratings_changed\":0}}")
  }

  @Test("reports a folder in use, an empty folder and a file that is not a journal")
  func problems() throws {
    func problem(_ folder: TemporaryFolder) -> String? {
      do {
        _ = try run(in: folder)
        return nil
      } catch let error as CommandProblem {
        return error.description
      } catch {
        return "\(error)"
      }
    }
    let empty = try TemporaryFolder()
    #expect(problem(empty)?.hasPrefix("There are no matches in ") == true)
    let held = try folder(results)
    let holder = try DataDirectory(path: held.path)
    let sentence = problem(held)
    #expect(sentence?.contains("ask that server (facedown leaderboard URL), or stop it") == true)
    withExtendedLifetime(holder) {}
    let foreign = try TemporaryFolder()
    try foreign.write(
      Array("not a database, but long enough to be taken for one".utf8), to: "journal.sqlite")
    #expect(problem(foreign)?.contains("is not a facedown-server journal") == true)
  }

  @Test("is not needed to serve, and rejects invalid arguments")
  func arguments() throws {
    let serving = try FacedownServerCommand.parseAsRoot(["--in-memory", "--listen", "127.0.0.1:0"])
    #expect(serving is ServerCommand)
    #expect(try FacedownServerCommand.parseAsRoot(["serve", "--data", "x"]) is ServerCommand)
    #expect(try FacedownServerCommand.parseAsRoot([]) is ServerCommand)
    for wrong in [["--mode", "zen"], ["--mode", "x"], ["--limit", "0"], ["--data", ""]] {
      #expect(throws: (any Error).self) {
        try FacedownServerCommand.parseAsRoot(["ratings"] + wrong)
      }
    }
  }
}

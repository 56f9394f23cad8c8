// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import Glibc
import JournalSQLite
import Lobby
import Protocol
import Wire

/// `facedown-server ratings`: the leaderboards, computed from the journal.
struct RatingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ratings", abstract: "Print the leaderboards, one per mode.",
    discussion: """
      Ratings are not stored: they are computed from the results of all rated matches, here and \
      whenever a server starts. While a server uses the folder, ask it: facedown leaderboard URL.
      """)

  @Option(
    help: ArgumentHelp("The data folder, as for serving.", valueName: "folder"))
  var data: String?

  @Option(
    help: ArgumentHelp("Print this mode only.", valueName: "mode"),
    transform: { text in
      guard let mode = MatchSettings.Mode.rated.first(where: { $0.rawValue == text }) else {
        let modes = MatchSettings.Mode.rated.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("--mode is one of \(modes).")
      }
      return mode
    })
  var mode: MatchSettings.Mode?

  @Flag(help: "First recompute the results from the matches' logs, and report what changed.")
  var recompute = false

  @Option(help: ArgumentHelp("Maximum number of players per mode.", valueName: "number"))
  var limit = ServerCore.leaderboardLength

  @Flag(help: "Print one JSON object per line, in the server's format.")
  var json = false

  func validate() throws {
    guard data != "" else { throw ValidationError("--data needs the path of a folder.") }
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
  }

  func run() throws {
    try report(in: try DataPath.resolved(data)) { print($0) }
  }

  /// Prints the leaderboards of the folder at `path`.
  ///
  /// - Throws: `CommandProblem` if it cannot be read.
  func report(in path: String, say: (String) -> Void) throws {
    do throws(CommandProblem) {
      try DataDirectory.requireJournal(
        in: path, else: "name your server's data folder with --data")
    } catch {
      throw CommandProblem(error.description)
    }
    let directory: DataDirectory
    do throws(DataDirectoryError) {
      directory = try DataDirectory(path: path)
    } catch {
      throw CommandProblem(error)
    }
    let store: JournalStore
    var table: RatingTable
    do throws(JournalError) {
      store = try JournalStore(path: directory.journalPath)
      if recompute {
        let outcome = try store.recompute()
        for line in json ? [outcome.json] : outcome.sentences { say(line) }
        table = outcome.after
      } else {
        table = try store.ratings()
      }
    } catch {
      throw CommandProblem(error.description)
    }
    store.close()
    printBoards(&table, say)
    withExtendedLifetime(directory) {}
  }

  private func printBoards(_ table: inout RatingTable, _ say: (String) -> Void) {
    let boards = MatchSettings.Mode.rated.filter { mode ?? $0 == $0 }.map { mode in
      Leaderboard(id: RequestID(1), mode: mode, table.leaderboard(mode, limit: limit))
    }
    if json {
      for board in boards {
        let line = WireEncoding.json.encode(.leaderboard(board))
        say(String(decoding: line, as: UTF8.self).printableJSON)
      }
      return
    }
    let filled = boards.filter { !$0.rows.isEmpty }
    guard !filled.isEmpty else {
      return say("Nobody is rated yet. To play a rated match: facedown quick URL --rated")
    }
    for board in filled {
      say("\(board.mode.rawValue): \(table.playerCount(board.mode).counted("player"))")
      for line in board.lines { say(line) }
    }
  }
}

extension CommandProblem {
  /// A data folder that cannot be used.
  fileprivate init(_ error: DataDirectoryError) {
    switch error {
    case .held(let path, let holder):
      self.init(
        "\(path) is in use by \(holder.map { "process \($0)" } ?? "another process"): ask that "
          + "server (facedown leaderboard URL), or stop it first.")
    case .unusable: self.init(error.description)
    }
  }
}

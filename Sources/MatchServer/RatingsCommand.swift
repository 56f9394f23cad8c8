// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import Glibc
import Lobby
import Protocol

/// `facedown-server ratings`: who is best here, as the results kept in the journal have it.
struct RatingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ratings", abstract: "Print who is best, mode by mode.",
    discussion: """
      Ratings are kept nowhere: they are counted from the results of all rated matches, here and \
      whenever a server starts. While a server has the folder, ask it: facedown leaderboard URL.
      """)

  @Option(
    help: ArgumentHelp("The folder matches are kept in, as for serving.", valueName: "folder"))
  var data: String?

  @Option(
    help: ArgumentHelp("This mode only.", valueName: "mode"),
    transform: { text in
      guard let mode = MatchSettings.Mode.rated.first(where: { $0.rawValue == text }) else {
        let modes = MatchSettings.Mode.rated.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("There are ratings in \(modes).")
      }
      return mode
    })
  var mode: MatchSettings.Mode?

  @Flag(help: "Read results again from their matches' logs first, and say what changed.")
  var recompute = false

  @Option(help: ArgumentHelp("Players of a mode at the most.", valueName: "number"))
  var limit = ServerCore.leaderboardLength

  @Flag(help: "One JSON object a line, each as a server answers.")
  var json = false

  func validate() throws {
    guard data != "" else { throw ValidationError("--data names no folder.") }
    guard limit > 0 else { throw ValidationError("--limit is 1 or more.") }
  }

  func run() throws {
    try report(in: try DataPath.resolved(data)) { print($0) }
  }

  /// Tells of the folder at `path`, line by line.
  ///
  /// - Throws: `RatingsProblem` if it cannot be read.
  func report(in path: String, say: (String) -> Void) throws {
    do throws(AdminProblem) {
      try DataDirectory.requireJournal(
        in: path, else: "name the folder that your server has by --data")
    } catch {
      throw RatingsProblem(sentence: error.description)
    }
    let directory: DataDirectory
    do throws(DataDirectoryError) {
      directory = try DataDirectory(path: path)
    } catch {
      throw RatingsProblem(error)
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
      throw RatingsProblem(sentence: error.description)
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
      return say("Nobody is rated yet. Rated matches are those of  facedown quick URL --rated.")
    }
    for board in filled {
      say("\(board.mode.rawValue): \(table.playerCount(board.mode).counted("player"))")
      for line in board.lines { say(line) }
    }
  }
}

/// Why ratings cannot be told.
struct RatingsProblem: Error, Hashable, CustomStringConvertible {
  /// What is wrong and what to do about it.
  var sentence: String

  var description: String { sentence }

  /// A problem in these words.
  init(sentence: String) {
    self.sentence = sentence
  }

  /// A folder that cannot be had.
  init(_ error: DataDirectoryError) {
    switch error {
    case .held(let path, let holder):
      sentence =
        "\(path) is in the hands of \(holder.map { "process \($0)" } ?? "another process"), which "
        + "has it for itself: ask that server (facedown leaderboard URL), or stop it first."
    case .unusable: sentence = error.description
    }
  }
}

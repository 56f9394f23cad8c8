// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import MatchClient
import MatchUI
import Protocol
import Wire

/// `facedown leaderboard`: lists the best players of a server.
struct LeaderboardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leaderboard", abstract: "List the best players of a server.",
    discussion: """
      Everybody starts at 1500. A rating rises with wins, and as more matches make it certain. \
      To be listed, play rated matches: facedown quick --rated.
      """)

  @OptionGroup var place: ServerPlace

  @Option(help: "Show only this mode. Default: every mode with rated players.")
  var mode: MatchSettings.Mode?

  @Flag(help: "Print the server's JSON, one object per line.")
  var json = false

  @OptionGroup(title: "The server") var server: ServerArguments

  func validate() throws {
    guard let mode, !mode.rules.isRatable else { return }
    throw ValidationError(LeaderboardSentences.unrated(mode))
  }

  func run() async throws {
    let url = try place.url()
    let login = try server.login(at: url)
    let modes = mode.map { [$0] } ?? MatchSettings.Mode.rated
    let server = ServerLogin(url: url, login: login)
    let answer = try await App.ask(modes.map { .leaderboard($0) }, server) { event in
      if case .leaderboard = event { true } else { false }
    }
    switch answer {
    case .success(let answers):
      let boards = answers.events.compactMap { event in
        if case .leaderboard(let board) = event { board } else { nil }
      }
      StandardStream.output.put(json ? lines(boards) : LeaderboardSentences.table(boards))
    case .failure(let failure):
      StandardStream.error.say(failure.sentence)
      throw ExitCode(1)
    }
  }

  private func lines(_ boards: [Leaderboard]) -> String {
    boards.map { board in
      String(decoding: WireEncoding.json.encode(.leaderboard(board)), as: UTF8.self).printableJSON
    }.joined(separator: "\n")
  }
}

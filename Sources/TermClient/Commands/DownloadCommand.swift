// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import MatchClient
import Wire

/// `facedown download`: saves a match from a server as a file.
struct DownloadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "download", abstract: "Fetch a match from a server as a replay file.",
    discussion: """
      `facedown replays` lists the matches. Open the file with `facedown replay`, `verify`, \
      `stats` or `export`.
      """)

  @Argument(
    help: ArgumentHelp("The server, for example ws://127.0.0.1:7777.", valueName: "url"),
    transform: Destination.init)
  var place: Destination

  @Argument(help: "The match ID from `facedown replays`.")
  var match: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; - for standard output. Default: MATCH.fdr here; an existing file is "
        + "kept.",
      valueName: "file"))
  var output: String?

  @OptionGroup(title: "The server") var server: ServerArguments

  func run() async throws {
    let url = try Optional(place).url(.ofProcess())
    let login = try server.login(at: url)
    let answer = try await App.ask([.fetchReplay(match)], ServerLogin(url: url, login: login)) {
      if case .replay = $0 { true } else { false }
    }
    do throws(QueryFailure) {
      let record = try ReplayDownload.record(in: try answer.get().events, named: match)
      let file = OutputFile(output, or: ReplayDownload.fileName(of: record))
      try file.writeForCommand(ReplayFile.bytes(of: record))
      if !file.isStandardOutput { StandardStream.error.say("Wrote \(file.name).") }
    } catch {
      StandardStream.error.say(error.sentence)
      throw ExitCode(1)
    }
  }
}

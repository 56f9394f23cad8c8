// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import MatchClient
import MatchUI
import Protocol
import Wire

/// `facedown replays`: lists the finished matches of a server.
struct ReplaysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replays", abstract: "List a server's finished matches, to watch again.",
    discussion: """
      Everyone sees the matches of public rooms; those of unlisted and locked rooms are listed \
      only for their players. `facedown download` fetches one.
      """)

  @OptionGroup var place: ServerPlace

  @Option(
    help: ArgumentHelp(
      "Only matches of this mode: \(modes).", valueName: "mode"), transform: mode(from:))
  var mode: MatchSettings.Mode?

  @Flag(help: "Print the server's JSON, one object.")
  var json = false

  @OptionGroup(title: "The server") var server: ServerArguments

  private static let modes = MatchSettings.Mode.accepted.map(\.rawValue).joined(separator: ", ")

  func run() async throws {
    let url = try place.url()
    let login = try server.login(at: url)
    let answer = try await App.ask([.listReplays(mode)], ServerLogin(url: url, login: login)) {
      if case .replays = $0 { true } else { false }
    }
    switch answer.map(Self.list) {
    case .success(let replays) where json:
      let message = ServerMessage.replays(id: RequestID(1), replays)
      StandardStream.output.put(
        json: String(decoding: WireEncoding.json.encode(message), as: UTF8.self))
    case .success(let replays):
      StandardStream.output.put(ReplaySentences.table(replays, .system))
    case .failure(let failure):
      StandardStream.error.say(failure.sentence)
      throw ExitCode(1)
    }
  }

  /// The matches in the server's answers.
  private static func list(_ answers: ServerAnswers) -> [ReplaySummary] {
    answers.events.flatMap { event -> [ReplaySummary] in
      if case .replays(let replays) = event { replays } else { [] }
    }
  }

  private static func mode(from text: String) throws -> MatchSettings.Mode {
    let known = MatchSettings.Mode.accepted.first { $0.rawValue.lowercased() == text.lowercased() }
    guard let known else { throw ValidationError("Give a mode: \(modes).") }
    return known
  }
}

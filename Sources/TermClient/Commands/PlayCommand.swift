// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import MatchClient

/// `facedown play`: a match against bots, on a server of one's own for as long as it lasts.
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play against a bot on this machine.",
    discussion: "Without a terminal, bots play one match among themselves, told in plain lines.")

  @OptionGroup(title: "The match") var rules: SettingsArguments
  @Option(help: ArgumentHelp("The name others see.", valueName: "name"))
  var name: String?
  @OptionGroup(title: "Output") var output: OutputArguments
  @OptionGroup(title: "Look") var look: LookArguments

  func run() async throws {
    let own = try look.settings(name: name)
    try await withServer(listen: "127.0.0.1:0") { url in
      let settings = rules.settings
      var setup: TermRun.Setup
      if output.hasPerson {
        setup = .person(
          .create(settings), at: url, Login(name: own.preferences.playerName), output, own)
        setup.companions = Array(repeating: .human, count: settings.seats - 1)
      } else {
        let style = output.json ? OutputStyle.json : .plain
        setup = .bot(
          .create(settings), at: url, Login(name: own.preferences.name ?? "Ada"), seed: drawSeed(),
          pace: .fast, style)
        setup.companions = Array(repeating: .fast, count: settings.seats - 1)
      }
      setup.awaitsOthers = false
      setup.hasOwnServer = true
      try await runClient(setup)
    }
  }
}

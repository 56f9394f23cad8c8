// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Bots
import Game
import MatchClient
import MatchUI
import SocketClient

/// `facedown play`: plays against bots on a temporary local server.
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play against bots on this machine.",
    discussion: """
      If standard input is not a terminal, bots play one match among themselves, printed as plain \
      lines.
      """)

  @Option(
    help: "How many bots to play against, 0 to 7. (default: 1)")
  var bots: Int?

  @OptionGroup var skill: LevelArgument
  @OptionGroup(title: "The match") var rules: SettingsArguments
  @Option(help: ArgumentHelp("The name others see.", valueName: "name"))
  var name: String?
  @OptionGroup(title: "Identity") var who: IdentityArguments
  @OptionGroup(title: "Output") var output: OutputArguments
  @OptionGroup(title: "Appearance") var renderStyle: RenderStyleArguments

  func validate() throws {
    guard bots == nil || rules.seats == nil else {
      throw ValidationError("Use either --bots or --seats, not both.")
    }
    guard (0..<SeatIndex.limit).contains(bots ?? 0) else {
      throw ValidationError("You can play against 0 to \(SeatIndex.limit - 1) bots.")
    }
    do throws(Refusal) { try settings.validateChoice() } catch {
      throw ValidationError(RefusalSentences().sentence(error))
    }
  }

  /// The rules, with a seat for everyone.
  var settings: MatchSettings {
    var settings = rules.settings
    if let bots { settings.seats = bots + 1 }
    return settings
  }

  func run() async throws {
    let own = try renderStyle.settings(name: name, who: who)
    let key = output.hasPerson ? try own.keyToPlay() : nil
    try await App.run { app in
      try await app.withServer(listen: "127.0.0.1:0") { server in
        let url = server.url
        let settings = settings
        let pace = output.hasPerson ? BotPlayer.Pace.human : .fast
        let companion = TermRun.Companion(level: skill.level, pace: pace)
        var setup: TermRun.Setup
        if output.hasPerson {
          setup = .person(
            .create(settings), at: url, Login(name: own.preferences.playerName), output, own)
        } else {
          let style = output.json ? OutputStyle.json : .plain
          setup = .bot(
            .create(settings), at: url, Login(name: own.preferences.name ?? "Ada"),
            Bot(level: skill.level, seed: drawSeed()), pace: pace, style)
        }
        setup.login.trust = server.trust
        setup.key = key
        setup.companions = Array(repeating: companion, count: settings.seats - 1)
        setup.awaitsOthers = false
        setup.hasOwnServer = true
        try await app.runClient(setup)
      }
    }
  }
}

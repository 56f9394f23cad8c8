// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import MatchClient

/// `facedown quick`: takes a seat at a table with whoever else wants to play.
struct QuickCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quick", abstract: "Find a table with others on a server.",
    discussion: """
      Whoever asks for the same mode and as many seats meets at one table; if there is none yet, you \
      are the first at a new one. The rules are the same for all: at least four pairs a seat.
      """)

  @OptionGroup var place: ServerPlace

  @Option(help: "How turns and scoring work; see facedown create --help.")
  var mode = MatchSettings.Mode.memorize
  @Option(help: "Seats at the table, 2 to 8.")
  var seats = 2
  @Flag(
    help: """
      The result counts for ratings: 2 to 5 seats, up to 8 in oneFlip, and never zen. Leaving is \
      losing, and viewers are kept 30 seconds behind.
      """)
  var rated = false

  @OptionGroup(title: "The server") var server: ServerArguments
  @OptionGroup(title: "Who plays") var who: IdentityArguments
  @OptionGroup(title: "Output") var output: OutputArguments
  @OptionGroup(title: "Look") var renderStyle: RenderStyleArguments

  func validate() throws {
    do throws(Refusal) {
      _ = try MatchSettings.quick(mode: mode, seats: seats, isRated: rated)
    } catch {
      throw ValidationError(RefusalSentences().sentence(error))
    }
  }

  func run() async throws {
    let settings = try renderStyle.settings(who: who)
    let url = try place.url(settings)
    let login = try server.login(at: url, guest: settings.preferences.playerName)
    var setup = TermRun.Setup.person(
      .quick(mode, seats: seats, isRated: rated), at: url, login, output, settings)
    setup.key = try settings.keyToPlay()
    try await runClient(setup)
  }
}

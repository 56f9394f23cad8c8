// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import MatchClient
import MatchUI

/// `facedown quick`: takes a seat at a table found by quick match.
struct QuickCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quick", abstract: "Find a match against others on a server.",
    discussion: """
      Players who ask for the same mode and number of seats meet at one table; if none is waiting, \
      you open a new one. The rules are fixed, with at least four pairs per seat.
      """)

  @OptionGroup var place: ServerPlace

  @Option(help: "How turns and scoring work; see facedown create --help.")
  var mode = MatchSettings.Mode.memorize
  @Option(help: "Seats at the table, 2 to 8; in teams 4, 6 or 8. (default: 2; in teams 4)")
  var seats: Int?
  @Flag(
    help: """
      Let the result change your rating in \(ratedModes): 2 to 5 seats, up to 8 in oneFlip. \
      Leaving counts as a loss, and spectators see the match 30 seconds late.
      """)
  var rated = false

  @OptionGroup(title: "The server") var server: ServerArguments
  @OptionGroup(title: "Identity") var who: IdentityArguments
  @OptionGroup(title: "Output") var output: OutputArguments
  @OptionGroup(title: "Appearance") var renderStyle: RenderStyleArguments

  private static let ratedModes = MatchSettings.Mode.rated.map(\.rawValue).joined(separator: ", ")

  func validate() throws {
    do throws(Refusal) {
      _ = try MatchSettings.quick(mode: mode, seats: seatCount, isRated: rated)
    } catch {
      throw ValidationError(RefusalSentences().sentence(error))
    }
  }

  private var seatCount: Int { seats ?? mode.rules.usualSeats }

  func run() async throws {
    let settings = try renderStyle.settings(who: who)
    let url = try place.url(settings)
    let login = try server.login(at: url, guest: settings.preferences.playerName)
    var setup = TermRun.Setup.person(
      .quick(mode, seats: seatCount, isRated: rated), at: url, login, output, settings)
    setup.key = try settings.keyToPlay()
    try await runClient(setup)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import ArgumentParser
public import Game

/// The rules of a new room's match.
struct SettingsArguments: ParsableArguments {
  @Option(help: "Pairs on the table, 2 to 32.")
  var pairs = 8

  @Option(help: "Seats at the table, 1 to 8.")
  var seats = 2

  @Option(help: "How scoring works: memorize or classic.")
  var mode = MatchSettings.Mode.memorize

  @Option(help: "Seconds a turn lasts, 5 to 120; 0 for no limit.")
  var turnLimit = 30

  @Option(help: "Seconds a mismatch stays up, 1 to 4.")
  var reveal = 1.5

  @Option(help: "The theme of the cards, or random.")
  var theme = ThemeName.random

  @Option(help: "Who may watch: public, unlisted or locked.")
  var audience = MatchSettings.Audience.public

  func validate() throws {
    do {
      try settings.validate()
    } catch {
      throw ValidationError(RefusalSentences().sentence(error))
    }
  }

  var settings: MatchSettings {
    MatchSettings(
      pairs: pairs, seats: seats, mode: mode, turnLimit: .seconds(turnLimit),
      reveal: .milliseconds(Int64(reveal * 1000)), theme: theme, audience: audience)
  }
}

extension MatchSettings.Mode: ExpressibleByArgument {}
extension MatchSettings.Audience: ExpressibleByArgument {}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import ArgumentParser
public import Game

/// The rules of a new room's match.
struct SettingsArguments: ParsableArguments {
  @Option(help: "Pairs on the table, 2 to 32.")
  var pairs = 8

  @Option(help: "Seats at the table, 1 to 8. (default: 2)")
  var seats: Int?

  @Option(
    help:
      """
      How turns and scoring work. memorize: quick pairs are worth more and known mistakes cost; \
      classic: a point a pair, and a match keeps the turn; oneFlip: it does not; blitz: classic \
      with ten seconds a turn; zen: no clock and no points, all together.
      """)
  var mode = MatchSettings.Mode.memorize

  @Option(
    help: ArgumentHelp(
      "Seconds a turn lasts, 5 to 120; 0 for no limit. (default: 30)", valueName: "seconds"),
    transform: seconds(from:))
  var turnLimit = Duration.seconds(30)

  @Option(
    help: ArgumentHelp(
      "Seconds a mismatch stays up, 1 to 4. (default: 1.5)", valueName: "seconds"),
    transform: seconds(from:))
  var reveal = Duration.milliseconds(1500)

  @Option(
    help: """
      Whether cards change places. trackable: in the open; blind: gathered and dealt again; off: \
      never.
      """)
  var shuffle = MatchSettings.Shuffle.trackable

  @Option(
    help: ArgumentHelp(
      "Shuffle by itself whenever so many turns have passed on, 4 to 32; 0: each seat once.",
      valueName: "turns"))
  var shuffleEvery = 0

  @Option(help: "The theme of the cards: random, \(ThemeName.all.joined(separator: ", ")).")
  var theme = ThemeName.random

  @Option(help: "Who may watch.")
  var audience = MatchSettings.Audience.public

  func validate() throws {
    do {
      try settings.validateChoice()
    } catch {
      throw ValidationError(RefusalSentences().sentence(error))
    }
  }

  var settings: MatchSettings {
    MatchSettings(
      pairs: pairs, seats: seats ?? 2, mode: mode, turnLimit: turnLimit, reveal: reveal,
      shuffle: shuffle, shuffleEvery: shuffleEvery, theme: theme, audience: audience)
  }
}

/// Seconds from the command line, to the millisecond; whether a rule allows them is asked later.
private func seconds(from text: String) throws -> Duration {
  guard let seconds = Double(text), (0...86_400).contains(seconds) else {
    throw ValidationError("Give seconds as a number such as 1.5.")
  }
  return .milliseconds(Int64((seconds * 1000).rounded()))
}

extension MatchSettings.Mode: ExpressibleByArgument {
  /// What help and completion offer: what a server takes.
  public static var allValueStrings: [String] { accepted.map { $0.rawValue } }
}
extension MatchSettings.Shuffle: ExpressibleByArgument {}
extension MatchSettings.Audience: ExpressibleByArgument {}

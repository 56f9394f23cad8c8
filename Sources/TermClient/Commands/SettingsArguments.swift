// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import ArgumentParser
public import Game
import MatchUI

/// The rules of a new room's match.
struct SettingsArguments: ParsableArguments {
  @Option(help: "Pairs on the table, 2 to 32.")
  var pairs = 8

  @Option(help: "Seats at the table, 1 to 8; in teams 4, 6 or 8. (default: 2; in teams 4)")
  var seats: Int?

  @Option(help: "How turns and scoring work. \(modes).")
  var mode = MatchSettings.Mode.memorize

  @Option(
    help: ArgumentHelp(
      "Seconds per turn, 5 to 120; 0 for no limit. (default: 30)", valueName: "seconds"),
    transform: seconds(from:))
  var turnLimit = Duration.seconds(30)

  @Option(
    help: ArgumentHelp(
      "Seconds a mismatch stays up, 1 to 4. (default: 1.5)", valueName: "seconds"),
    transform: seconds(from:))
  var reveal = Duration.milliseconds(1500)

  @Option(
    help: """
      How cards change places. trackable: in the open; blind: gathered and dealt again; off: \
      never.
      """)
  var shuffle = MatchSettings.Shuffle.trackable

  @Option(
    help: ArgumentHelp(
      "Shuffle automatically after this many turns, 4 to 32; 0: each player may shuffle once.",
      valueName: "turns"))
  var shuffleEvery = 0

  @Option(help: "The theme of the cards: random, \(ThemeName.all.joined(separator: ", ")).")
  var theme = ThemeName.random

  @Option(help: "Who may watch. public: anyone; unlisted: anyone with the code; locked: nobody.")
  var audience = MatchSettings.Audience.public

  private static let modes = MatchSettings.Mode.accepted
    .map { "\($0.rawValue): \($0.rules.summary)" }.joined(separator: "; ")

  func validate() throws {
    do {
      try settings.validateChoice()
    } catch {
      throw ValidationError(RefusalSentences().sentence(error))
    }
  }

  var settings: MatchSettings {
    MatchSettings(
      pairs: pairs, seats: seats ?? mode.rules.usualSeats, mode: mode, turnLimit: turnLimit,
      reveal: reveal,
      shuffle: shuffle, shuffleEvery: shuffleEvery, theme: theme, audience: audience)
  }
}

/// Parses seconds, to the millisecond; the rules' bounds are validated later.
private func seconds(from text: String) throws -> Duration {
  guard let seconds = Double(text), (0...86_400).contains(seconds) else {
    throw ValidationError("Give the seconds as a number, such as 1.5.")
  }
  return .milliseconds(Int64((seconds * 1000).rounded()))
}

extension MatchSettings.Mode: ExpressibleByArgument {
  /// The modes offered by help and completion: those a server accepts.
  public static var allValueStrings: [String] { accepted.map { $0.rawValue } }
}
extension MatchSettings.Shuffle: ExpressibleByArgument {}
extension MatchSettings.Audience: ExpressibleByArgument {}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

// The rules of a match in words, for forms, waiting rooms and sentences.

extension Wording {
  /// A match's rules in a few words; most defaults are left out.
  package static func rules(_ settings: MatchSettings, theme: String) -> String {
    var parts = [
      count(settings.pairs, "pair"), Self.theme(theme), mode(settings.mode),
    ]
    let seconds = settings.turnLimit.wholeMilliseconds / 1000
    parts.append(seconds > 0 ? "\(seconds) s a turn" : "no turn limit")
    if let shuffle = shuffle(settings) { parts.append(shuffle) }
    if settings.isRated { parts.append("rated") }
    return parts.joined(separator: ", ")
  }

  /// A mode's name as words.
  package static func mode(_ mode: MatchSettings.Mode) -> String {
    switch mode {
    case .memorize, .classic, .blitz, .zen: mode.rawValue
    case .oneFlip: "one flip"
    }
  }

  /// One line about a mode.
  package static func explanation(of mode: MatchSettings.Mode) -> String {
    switch mode {
    case .memorize: "Quick pairs are worth more, and mistakes with cards you know cost."
    case .classic: "A point a pair, and a pair earns another turn."
    case .oneFlip: "A point a pair, but the turn always passes: fairest for many players."
    case .blitz: "Classic with ten seconds a turn, whatever the limit below says."
    case .zen: "No clock and no points: everyone together, against a perfect memory."
    }
  }

  /// One line about a way of shuffling.
  package static func explanation(of shuffle: MatchSettings.Shuffle) -> String {
    switch shuffle {
    case .off: "Cards stay where they are."
    case .trackable: "Cards change places in the open, and sharp eyes can follow them."
    case .blind: "Cards are gathered and dealt again, so nothing you saw helps."
    }
  }

  /// How cards are shuffled, in a few words; nil for the default: in the open, on request.
  private static func shuffle(_ settings: MatchSettings) -> String? {
    let every = settings.shuffleEvery > 0 ? " every \(settings.shuffleEvery) turns" : ""
    switch settings.shuffle {
    case .off: return "no shuffle"
    case .trackable: return every.isEmpty ? nil : "shuffled\(every)"
    case .blind: return every.isEmpty ? "blind shuffle" : "shuffled blindly\(every)"
    }
  }
}

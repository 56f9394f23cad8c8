// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

// The rules of a match in words, for forms, waiting rooms and sentences.

extension Wording {
  /// A match's rules in a few words; most defaults are left out.
  package static func rules(_ settings: MatchSettings, theme: String) -> String {
    var parts = [
      count(settings.pairs, "pair"), Self.theme(theme), settings.mode.rules.name,
    ]
    let seconds = settings.turnLimit.wholeMilliseconds / 1000
    parts.append(seconds > 0 ? "\(seconds) s per turn" : "no turn limit")
    if let shuffle = shuffle(settings) { parts.append(shuffle) }
    if settings.isRated { parts.append("rated") }
    if let day = settings.daily { parts.append("daily deal of \(day)") }
    return parts.joined(separator: ", ")
  }

  /// How a match is played and won, a sentence or two each.
  package static func howToPlay(_ settings: MatchSettings) -> [String] {
    let mode = settings.mode.rules
    let again = mode.pairKeepsTurn ? ", and you go again" : ""
    let hasBonus = mode.hasBonus && settings.bonusLimit > .zero
    var turns = [
      "Turn two cards. If they match, the pair is yours\(again). If not, everyone gets a look before "
        + "they turn back.", sentence(mode.summary),
    ]
    // Where a pair brings a point and nothing costs any, the summary says so.
    if mode.pairPoints > 1 { turns.append(points(of: mode, hasBonus: hasBonus)) }
    if hasBonus {
      turns.append(
        "The coloured part of an open card is its bonus, which drains while the card is up.")
    }
    if settings.daily != nil { return turns + [DailySentences.goal] }
    guard !mode.isCooperative, settings.seats > 1 else { return turns }
    let what = mode.hasScores ? "points" : "pairs"
    return turns + ["Whoever has the most \(what) when the table is empty wins."]
  }

  /// What a pair brings, and what mistakes cost.
  private static func points(of mode: ModeRules, hasBonus: Bool) -> String {
    let bonus = hasBonus ? ", and 1 for each full second of bonus left" : ""
    var sentences = ["A pair brings \(count(mode.pairPoints, "point"))\(bonus)."]
    if mode.seenCardCost > 0 {
      sentences.append("A mismatch costs \(mode.seenCardCost) for each card seen before.")
    }
    if mode.idleTurnCost > 0 {
      sentences.append("Missing your turn costs \(mode.idleTurnCost).")
    }
    return sentences.joined(separator: " ")
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

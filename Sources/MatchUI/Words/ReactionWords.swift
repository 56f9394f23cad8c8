// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

// The emoji and the words of reactions.

extension ReactionKind {
  /// Its emoji, two cells wide in every terminal that has emoji; a phrase has that of speech.
  package var emoji: String {
    switch self {
    case .wave: "👋"
    case .clap: "👏"
    case .laugh: "😂"
    case .wow: "😮"
    case .oops: "🙈"
    case .hmm: "🤔"
    case .goodLuck, .wellPlayed, .thanks, .oneMoment, .soClose, .goodGame: "💬"
    }
  }

  /// Its word, or the phrase.
  package var words: String {
    switch self {
    case .wave, .clap, .laugh, .wow, .oops, .hmm: rawValue
    case .goodLuck: "Good luck!"
    case .wellPlayed: "Well played!"
    case .thanks: "Thanks!"
    case .oneMoment: "One moment."
    case .soClose: "So close!"
    case .goodGame: "Good game!"
    }
  }

  /// The text drawn beside a player's name: emoji and words, or the emoji alone if `isShort`.
  ///
  /// A fading reaction loses its emoji first, because an emoji has no colour to fade.
  func line(_ pictures: Pictures, isFading: Bool, isShort: Bool) -> String {
    guard pictures != .none else { return words }
    let picture = isFading ? "  " : emoji
    return isShort ? picture : "\(picture) \(words)"
  }

  /// The sentence for it: `Ana claps.`, `You clap.` or `Ana says: Thanks!`.
  package func sentence(of name: String, isYou: Bool) -> String {
    switch self {
    case .wave, .clap, .laugh: "\(name) \(rawValue)\(isYou ? "" : "s")."
    case .wow: "\(name) \(isYou ? "say" : "says"): wow!"
    case .oops: "\(name) \(isYou ? "say" : "says"): oops."
    case .hmm: "\(name) \(isYou ? "think" : "thinks"): hmm."
    case .goodLuck, .wellPlayed, .thanks, .oneMoment, .soClose, .goodGame:
      "\(name) \(isYou ? "say" : "says"): \(words)"
    }
  }
}

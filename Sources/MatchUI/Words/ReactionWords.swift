// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

// The emoji and the words of reactions.

extension ReactionKind {
  /// Its emoji, two cells wide in every terminal that has emoji.
  package var emoji: String {
    switch self {
    case .wave: "👋"
    case .clap: "👏"
    case .laugh: "😂"
    case .wow: "😮"
    case .oops: "🙈"
    case .hmm: "🤔"
    }
  }

  /// The text drawn beside a player's name: emoji and word, or the emoji alone if `isShort`.
  ///
  /// A fading reaction loses its emoji first, because an emoji has no colour to fade.
  func line(_ pictures: Pictures, isFading: Bool, isShort: Bool) -> String {
    guard pictures != .none else { return rawValue }
    let picture = isFading ? "  " : emoji
    return isShort ? picture : "\(picture) \(rawValue)"
  }

  /// The sentence for it: `Ana claps.` or `You clap.`.
  package func sentence(of name: String, isYou: Bool) -> String {
    switch self {
    case .wave, .clap, .laugh: "\(name) \(rawValue)\(isYou ? "" : "s")."
    case .wow: "\(name) \(isYou ? "say" : "says"): wow!"
    case .oops: "\(name) \(isYou ? "say" : "says"): oops."
    case .hmm: "\(name) \(isYou ? "think" : "thinks"): hmm."
    }
  }
}

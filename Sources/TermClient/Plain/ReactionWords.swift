// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

// What feelings are called, and what they look like.

extension ReactionKind {
  /// Its picture; every terminal with emoji makes it two cells wide.
  var emoji: String {
    switch self {
    case .wave: "👋"
    case .clap: "👏"
    case .laugh: "😂"
    case .wow: "😮"
    case .oops: "🙈"
    case .hmm: "🤔"
    }
  }

  /// What is drawn of it beside a name.
  ///
  /// That is picture and word, of which the picture goes first, for it has no colour that could fade;
  /// where there is room for little, the picture alone.
  func line(_ pictures: Pictures, isFading: Bool, isShort: Bool) -> String {
    guard pictures != .none else { return rawValue }
    let picture = isFading ? "  " : emoji
    return isShort ? picture : "\(picture) \(rawValue)"
  }

  /// What is told of it in a sentence: `Ana claps.` or `You clap.`.
  func sentence(of name: String, isYou: Bool) -> String {
    switch self {
    case .wave, .clap, .laugh: "\(name) \(rawValue)\(isYou ? "" : "s")."
    case .wow: "\(name) \(isYou ? "say" : "says"): wow!"
    case .oops: "\(name) \(isYou ? "say" : "says"): oops."
    case .hmm: "\(name) \(isYou ? "think" : "thinks"): hmm."
    }
  }
}

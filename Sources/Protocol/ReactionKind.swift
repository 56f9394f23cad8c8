// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A reaction or a phrase that can be shown to a room: a fixed set, so that strangers cannot send
/// text.
package enum ReactionKind: String, CaseIterable, Hashable, Sendable {
  /// A greeting.
  case wave
  /// Well played.
  case clap
  /// That was funny.
  case laugh
  /// What a surprise.
  case wow
  /// My mistake.
  case oops
  /// I have to think.
  case hmm
  // Phrases.
  /// Good luck!
  case goodLuck = "good_luck"
  /// Well played!
  case wellPlayed = "well_played"
  /// Thanks!
  case thanks
  /// One moment.
  case oneMoment = "one_moment"
  /// So close!
  case soClose = "so_close"
  /// Good game!
  case goodGame = "good_game"

  /// The number of kinds before the phrases.
  package static let pictureCount = 6

  /// The reaction, or the phrase of that name in its place; the reaction if there is no such phrase.
  package static func kind(_ reaction: Self, phrase: String) -> Self {
    phrases.first { $0.rawValue == phrase } ?? reaction
  }

  /// The phrases.
  package static var phrases: ArraySlice<Self> { allCases.dropFirst(pictureCount) }

  /// Whether it is said in words.
  package var isPhrase: Bool {
    switch self {
    case .wave, .clap, .laugh, .wow, .oops, .hmm: false
    case .goodLuck, .wellPlayed, .thanks, .oneMoment, .soClose, .goodGame: true
    }
  }
}

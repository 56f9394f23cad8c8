// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A reaction that can be shown to a room: a fixed set, so that strangers cannot send text.
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
}

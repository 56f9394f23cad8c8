// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Someone in a room: a session with its role there.
struct Member: Hashable, Sendable {
  var session: SessionID
  var role: Role
  /// The membership's number in the log; nil for spectators.
  var actor: ActorNumber?
  /// Where its first base stood: it was sent every entry after this one.
  var firstSeq: UInt64 = 0
  /// Whether it is sent entries as they come: not from the loss of its connection until it has
  /// asked for what it missed.
  var isListening = false
  /// Says what its line costs it.
  var compensator = LagCompensator()
  /// Since when its session has no connection; nil while it has one.
  var disconnectedAt: ServerTime?
  /// Whether its session was ended by who runs the server: it will not come back.
  var isExpelled = false
}

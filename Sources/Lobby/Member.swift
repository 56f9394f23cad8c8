// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A session in a room, with its role.
struct Member: Hashable, Sendable {
  var session: SessionID
  var role: Role
  /// Its number in the room's log; nil for spectators.
  var actor: ActorNumber?
  /// The entry its first base stood at: it was sent every later entry.
  var firstSeq: UInt64 = 0
  /// Whether it is sent entries as they land.
  ///
  /// False from the loss of its connection until it has asked for what it missed.
  var isListening = false
  /// Credits the member's network latency.
  var compensator = LagCompensator()
  /// When its session lost its connection; nil while connected.
  var disconnectedAt: ServerTime?
  /// Whether the operator ended its session, so that it will not return.
  var isExpelled = false
}

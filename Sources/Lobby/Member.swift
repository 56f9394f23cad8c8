// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A session with a seat in a room.
struct Member: Hashable, Sendable {
  let session: SessionID
  /// Its number in the room's log.
  let actor: ActorNumber
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

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol

/// What a checker knows of a connection, from the bytes over it.
final class ConnectionModel {
  let id: ServerConnectionID
  let encoding: WireEncoding
  /// What it said first.
  var hello: Hello?
  /// What it said before it was welcome.
  var early: [ClientMessage] = []
  /// The session it was welcome as.
  var session: SessionModel?
  /// Whether it was told goodbye.
  var isOver = false
  /// The room whose entries go over it, and the last of them.
  var log: (room: RoomModel, lastSeq: UInt64)?
  /// The entry it went on from where it came back: what a spectator had of a delayed match comes again.
  var resumedFrom: UInt64 = 0
  /// The requests to go on in a room behind an entry that have no answer yet.
  var resuming: [RequestID: (afterSeq: UInt64, roomID: String)] = [:]
  /// Whether it has sent bytes that are no message: what is refused may be the request they seemed to be.
  var hasSentRubbish = false
  /// How many bytes wait for its reader, as far as the server was told.
  var waiting = 0
  /// Whether of what only the latest matters of nothing may be sent, because so much waits.
  var isMerging = false
  /// Since when it watches and so much waits that it must have a fresh start, or go.
  var behindSince: ServerTime?
  /// Whether it must not be sent entries until then.
  var isDetached = false
  /// Who is there, as it was last told.
  var presence: [SeatPresence]?
  /// How many watch, as it was last told.
  var audience: Int?

  init(id: ServerConnectionID, encoding: WireEncoding) {
    self.id = id
    self.encoding = encoding
  }
}

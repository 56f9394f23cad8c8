// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol

/// What a witness knows of a connection, from the bytes over it.
final class LinkBook {
  let id: LinkID
  let encoding: WireEncoding
  /// What it said first.
  var hello: Hello?
  /// What it said before it was welcome.
  var early: [ClientMessage] = []
  /// The session it was welcome as.
  var session: SessionBook?
  /// Whether it was told goodbye.
  var isOver = false
  /// The room whose entries go over it, and the last of them.
  var log: (room: RoomBook, lastSeq: UInt64)?
  /// Who is there, as it was last told.
  var presence: [SeatPresence]?
  /// How many watch, as it was last told.
  var audience: Int?

  init(id: LinkID, encoding: WireEncoding) {
    self.id = id
    self.encoding = encoding
  }
}

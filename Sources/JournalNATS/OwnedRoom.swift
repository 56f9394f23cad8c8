// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Journal
import Lobby
import Wire

/// A batch to store, and the callbacks that await its outcome.
struct RoomWork {
  enum Content {
    case step(Batch)
    case closed(ServerTime)
    case release(NodeID)
  }

  let content: Content
  let completion: (RoomOutcome) -> Void
}

/// A room that this node owns, or is about to open: where its log ends, and what waits.
///
/// Used on the loop only.
final class OwnedRoom {
  let id: RoomID
  let code: RoomCode
  /// Where its log ends; nil until it is open.
  var end: RoomEnd?
  /// The number of the record that made this node its owner; nil until it is open.
  var since: UInt64?
  var waiting: Deque<RoomWork> = []
  var isBusy = false
  /// Whether it is being closed: nothing is stored after that.
  var isClosing = false
  /// Whether its log was lost and could not be written back: nothing is stored until it is.
  var isStranded = false
  /// The results of its matches that are not in the archive yet.
  var results = 0
  /// The result of its last match, which the servers may lose before anybody has read it.
  var lastResult: WorldRecord.Result?
  /// Rooms to be opened under its code once it is closed.
  var successors: [OwnedRoom] = []

  /// Whether no record of it is stored now, or waits to be.
  var isIdle: Bool { !isBusy && waiting.isEmpty }

  init(_ id: RoomID, code: RoomCode, end: RoomEnd? = nil) {
    (self.id, self.code, self.end) = (id, code, end)
    since = end?.sequence
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// A record of a room in the store that nodes share.
struct StreamRecord: Hashable, Sendable {
  /// What a record says.
  enum Content: Hashable, Sendable {
    /// The room goes on; its first step opens it.
    case step(Batch)
    /// The writer decides for the room from now on; its last owner was alive until then.
    case claim(aliveUntil: ServerTime)
    /// The writer decides no more; the room is for another node.
    case release(to: NodeID)
    /// A session starts watching.
    case spectator(SpectatorRecord)
    /// A session stops watching.
    case spectatorLeft(SessionID)
    /// The room has closed.
    case closed(at: ServerTime)
  }

  /// The room.
  var room: RoomID
  /// The node that wrote it.
  var node: NodeID
  /// What it says.
  var content: Content

  /// The step that it has, if it has one.
  var step: Batch? { if case .step(let step) = content { step } else { nil } }
}

/// A record with its number in the store.
struct NumberedRecord: Hashable, Sendable {
  /// Its number: greater than that of every earlier record, whatever the room.
  var number: UInt64
  /// The record.
  var record: StreamRecord
}

/// A row of the table of open rooms.
struct PlaceRow: Hashable, Sendable {
  var change: PlaceChange
  /// The number of the record that made the node the owner; nil if the room has closed.
  var since: UInt64?

  init(_ change: PlaceChange, since: UInt64? = nil) {
    (self.change, self.since) = (change, since)
  }
}

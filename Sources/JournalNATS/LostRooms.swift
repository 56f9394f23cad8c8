// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Journal
import Lobby

/// Rooms that were this node's and are another's, as far as is known: the latest of them.
struct LostRooms: Sendable {
  /// Maximum number of rooms.
  static let mostRooms = 4096

  private struct Loss {
    var owner: NodeID
    /// The place of its entry in `inOrder`, counted from the first room that was ever lost.
    var number: UInt64
  }

  private var losses: [RoomID: Loss] = [:]
  /// Rooms in the order in which they were lost; some are gone, or were lost again later.
  private var inOrder: Deque<RoomID> = []
  /// The number of the first entry of `inOrder`.
  private var first: UInt64 = 0
  private let most: Int

  /// None.
  init(keeping most: Int = mostRooms) { self.most = most }

  /// The node that owns a lost room now; nil if it was not lost, or long ago.
  subscript(room: RoomID) -> NodeID? { losses[room]?.owner }

  /// A room is another node's.
  mutating func note(_ room: RoomID, isOf node: NodeID) {
    guard losses[room] == nil else {
      losses[room]?.owner = node
      return
    }
    losses[room] = Loss(owner: node, number: first + UInt64(inOrder.count))
    inOrder.append(room)
    while inOrder.count > most, let oldest = inOrder.popFirst() {
      if losses[oldest]?.number == first { losses[oldest] = nil }
      first += 1
    }
  }

  /// A room is this node's again.
  mutating func remove(_ room: RoomID) { losses[room] = nil }
}

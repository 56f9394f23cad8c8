// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Journal
import Lobby

/// Rooms that were this node's and are another's, as far as is known: the latest of them.
struct LostRooms: Sendable {
  /// Maximum number of rooms.
  static let mostRooms = 4096

  private var owners: [RoomID: NodeID] = [:]
  /// Rooms in the order in which they were lost; some are gone.
  private var inOrder: Deque<RoomID> = []
  private let most: Int

  /// None.
  init(keeping most: Int = mostRooms) { self.most = most }

  /// The node that owns a lost room now; nil if it was not lost, or long ago.
  subscript(room: RoomID) -> NodeID? { owners[room] }

  /// A room is another node's.
  mutating func note(_ room: RoomID, isOf node: NodeID) {
    if owners.updateValue(node, forKey: room) == nil { inOrder.append(room) }
    while inOrder.count > most, let first = inOrder.popFirst() { owners[first] = nil }
  }

  /// A room is this node's again.
  mutating func remove(_ room: RoomID) { owners[room] = nil }
}

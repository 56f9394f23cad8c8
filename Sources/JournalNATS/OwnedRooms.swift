// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Journal
import Lobby

/// The rooms that a node owns or is about to open, by id and code, and those that it has lost.
///
/// Used on the loop only.
final class OwnedRooms {
  private var rooms: [RoomID: OwnedRoom] = [:]
  private var codes: [RoomCode: RoomID] = [:]
  /// Rooms that were this node's, and who has each as far as is known: the latest of them.
  private var lost = BoundedTable<RoomID, NodeID>(keeping: 4096)

  /// All of them, in no particular order.
  var all: some Collection<OwnedRoom> { rooms.values }

  /// The open ones of which no record waits, by their codes in order, and since which record of its log
  /// each is this node's.
  var idle: [(code: RoomCode, since: UInt64)] {
    codes.compactMap { code, id in
      guard let room = rooms[id], room.isIdle, let since = room.since else { return nil }
      return (code, since)
    }.sorted { $0.code.rawValue < $1.code.rawValue }
  }

  /// A room; nil if it is not among them.
  subscript(id: RoomID) -> OwnedRoom? { rooms[id] }

  /// The open room that has a code; nil for none.
  subscript(code: RoomCode) -> OwnedRoom? { codes[code].flatMap { rooms[$0] } }

  /// The node that owns a lost room now; nil if it was not lost, or long ago.
  func owner(ofLost room: RoomID) -> NodeID? { lost[room] }

  /// A room is about to be opened.
  func add(_ room: OwnedRoom) { rooms[room.id] = room }

  /// A room is open, and this node's.
  func open(_ room: OwnedRoom) {
    lost.remove(room.id)
    rooms[room.id] = room
    codes[room.code] = room.id
  }

  /// A room is another node's.
  func lose(_ room: RoomID, to node: NodeID) { lost.set(node, for: room) }

  /// Removes a room, unless it was claimed anew; whether it did.
  func remove(_ room: OwnedRoom) -> Bool {
    guard rooms[room.id] === room else { return false }
    rooms[room.id] = nil
    if codes[room.code] == room.id { codes[room.code] = nil }
    return true
  }
}

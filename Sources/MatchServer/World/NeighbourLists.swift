// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol

/// The other nodes' parts of the list of public rooms, as they tell them.
struct NeighbourLists: Sendable {
  private var parts: [NodeID: [String: RoomSummary]] = [:]

  /// All rooms, node by node.
  var all: [RoomSummary] {
    parts.sorted { $0.key < $1.key }.flatMap { part in
      part.value.values.sorted { $0.code < $1.code }
    }
  }

  /// Takes a node's changes, or its whole part; at most `LobbyLimits.roomsListed` rooms of a node are
  /// kept.
  ///
  /// - Returns: the changes for those who watch the whole list.
  mutating func take(_ update: RoomsUpdate, isWhole: Bool, from node: NodeID) -> RoomsUpdate {
    var removed = update.removed
    if isWhole {
      let present = Set(update.rooms.map(\.code))
      removed = parts[node].map { $0.keys.filter { !present.contains($0) }.sorted() } ?? []
    }
    var changes = RoomsUpdate()
    for code in removed where parts[node]?.removeValue(forKey: code) != nil {
      // Another node may have taken the room over and said so already.
      if !isListed(code) { changes.removed.append(code) }
    }
    for room in update.rooms where parts[node]?[room.code] != room {
      guard parts[node]?.count ?? 0 < LobbyLimits.roomsListed || parts[node]?[room.code] != nil
      else { break }
      parts[node, default: [:]][room.code] = room
      changes.rooms.append(room)
    }
    return changes
  }

  /// Drops a node's part.
  ///
  /// - Returns: the codes that no other node lists.
  mutating func drop(_ node: NodeID) -> [String] {
    let codes = (parts.removeValue(forKey: node) ?? [:]).keys.sorted()
    return codes.filter { !isListed($0) }
  }

  /// Whether any node lists a room.
  func isListed(_ code: String) -> Bool { parts.values.contains { $0[code] != nil } }
}

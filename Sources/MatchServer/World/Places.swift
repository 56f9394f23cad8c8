// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// The node that owns each open room, as far as this node knows: a hint.
struct Places: Sendable {
  private var owners: [RoomCode: NodeID] = [:]
  private var codes: [NodeID: Set<RoomCode>] = [:]

  /// The number of open rooms.
  var count: Int { owners.count }

  /// The owner of the room with a code; nil if none is known to be open.
  func owner(of code: RoomCode) -> NodeID? { owners[code] }

  /// The rooms of a node, by code; O(n log n) in their number.
  func rooms(of node: NodeID) -> [RoomCode] {
    (codes[node] ?? []).sorted { $0.rawValue < $1.rawValue }
  }

  /// Whether a node owns a room.
  func owns(_ node: NodeID) -> Bool { codes[node] != nil }

  /// The nodes that own rooms, in order.
  var nodes: [NodeID] { codes.keys.sorted() }

  /// The room with a code has another owner, or none: it is closed.
  mutating func set(_ code: RoomCode, to node: NodeID?) {
    let former = owners[code]
    guard former != node else { return }
    if let former {
      codes[former]?.remove(code)
      if codes[former]?.isEmpty == true { codes[former] = nil }
    }
    owners[code] = node
    if let node { codes[node, default: []].insert(code) }
  }
}

/// Rendezvous hashing: every node computes the same order of nodes for a key, and a node that goes
/// or comes changes the first place of its own keys only.
enum Rendezvous {
  /// The first node in the key's order; nil if there are none.
  static func first(of nodes: [NodeID], for key: String) -> NodeID? {
    nodes.lazy.map { (weight(of: $0, for: key), $0) }.max { $0 < $1 }?.1
  }

  /// How many of the other nodes come before a node in the key's order.
  static func turn(of node: NodeID, among others: [NodeID], for key: String) -> Int {
    let own = (weight(of: node, for: key), node)
    return others.count { (weight(of: $0, for: key), $0) > own }
  }

  /// FNV-1a, 64 bits, of the node's name and the key, with the finishing mix of SplitMix64, without
  /// which keys that differ in their last letters only would have nearly the same order.
  private static func weight(of node: NodeID, for key: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in node.name.utf8 { add(byte) }
    add(0)
    for byte in key.utf8 { add(byte) }
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    return hash ^ (hash >> 31)
  }
}

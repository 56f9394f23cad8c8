// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import Wire

/// The open connections under both of their ids; that of the loop leads to one without hashing,
/// because every message received is looked up.
struct PeerTable {
  /// The transport side of a connection.
  struct Peer {
    let connection: ConnectionID
    let id: ServerConnectionID
    let encoding: WireEncoding
    /// When the kernel's round trip was last sampled.
    var measuredAt: ServerTime?
    /// What it has lost lately.
    var losses = LossMemory()
  }

  /// By the slot of the loop's id.
  private var peers: [Peer?] = []
  private var connections: [ServerConnectionID: ConnectionID] = [:]

  /// Whether no connection is open.
  var isEmpty: Bool { connections.isEmpty }

  /// The loop's id of a connection; nil if it is closed.
  func connection(_ id: ServerConnectionID) -> ConnectionID? { connections[id] }

  /// A connection by the loop's id; nil if it is closed.
  subscript(connection: ConnectionID) -> Peer? {
    guard peers.indices.contains(connection.slot) else { return nil }
    return peers[connection.slot].flatMap { $0.connection == connection ? $0 : nil }
  }

  /// Adds a connection that has opened.
  mutating func insert(_ peer: Peer) {
    let slot = peer.connection.slot
    precondition(
      self[peer.connection] == nil && connections[peer.id] == nil,
      "The loop opened a connection twice.")
    while peers.count <= slot { peers.append(nil) }
    precondition(peers[slot] == nil, "The loop reuses the slots of closed connections only.")
    peers[slot] = peer
    connections[peer.id] = peer.connection
  }

  /// Changes a connection; ignored if it is closed.
  mutating func change(_ connection: ConnectionID, _ body: (inout Peer) -> Void) {
    guard var peer = self[connection] else { return }
    body(&peer)
    peers[connection.slot] = peer
  }

  /// Removes a connection that has closed, and returns it; nil if it is already gone.
  mutating func remove(_ connection: ConnectionID) -> Peer? {
    guard let peer = self[connection] else { return nil }
    peers[connection.slot] = nil
    connections[peer.id] = nil
    return peer
  }
}

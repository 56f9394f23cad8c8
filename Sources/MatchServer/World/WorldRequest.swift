// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Journal
package import Lobby
package import Wire

/// A node's request to its world.
package enum WorldRequest: Hashable, Sendable {
  /// Claim a room, and feed the answer back.
  case claim(RoomClaim)
  /// Hand a room over to a node, and feed the answer back.
  case release(RoomID, to: NodeID)
  /// Tell the journal that this node decides for a room no longer.
  case letGo(RoomID)
  /// Write what this node tells about itself, and feed back whether it is stored.
  case announce(NodeRecord)
  /// Ping a node, and feed the outcome back.
  case ping(NodeID)
  /// Tell a node something, or all others; best effort.
  case tell(NodeMessage, to: NodeID?)
}

/// An event from a node's world.
package enum WorldEvent: Hashable, Sendable {
  /// The journal has answered a claim of the room with this code.
  case claimed(RoomCode, ClaimOutcome)
  /// The journal has answered whether a room is handed over.
  case released(RoomID, RoomOutcome)
  /// Whether the journal has stored what this node tells about itself.
  case announced(Bool)
  /// The table of nodes has changed.
  case nodes([NodeChange])
  /// The table of open rooms has changed.
  case places([PlaceChange])
  /// A ping of another node has ended.
  case pinged(NodeID, PingOutcome)
  /// Another node has said something.
  case told(NodeMessage, by: NodeID)
  /// What this node remembers was written back to the journal, which had lost it.
  case refilled(RefillReport)
}

/// What became of a ping to another node.
package enum PingOutcome: Hashable, Sendable {
  /// The node answered with its clock's time; the round trip took so long.
  case answered(at: ServerTime, took: Duration)
  /// Nobody listens under the node's name, for certain.
  case nobody
  /// No answer came in time.
  case silent
}

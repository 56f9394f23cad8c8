// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

/// A message between the nodes of a world: best effort, never stored.
///
/// `proto/facedown/world/v1/node.proto` is its schema.
package enum NodeMessage: Hashable, Sendable {
  /// Changes of the sender's part of the list of rooms.
  case rooms(RoomsUpdate)
  /// The sender's whole part of that list.
  case allRooms([RoomSummary])
  /// A session, and its player if one was proven, continues at the sender since the registry has it
  /// under this revision.
  case attached(session: String, player: String?, revision: UInt64)
  /// The journal has recorded that the receiver is to decide for the room with this code.
  case handedOver(code: String)
  /// An operator ends a session, with this sentence for its player.
  case kicked(session: String, reason: String)

  /// The message of a node as bytes.
  package func encoded(from node: String) -> [UInt8] {
    var message = WorldNodeMessage()
    message.from = node
    switch self {
    case .rooms(let update): message.rooms = WireRooms(update)
    case .allRooms(let rooms): message.allRooms = WireRooms(RoomsUpdate(rooms: rooms))
    case .attached(let session, let player, let revision):
      message.attached.session = session
      if let player { message.attached.player = player }
      message.attached.revision = revision
    case .handedOver(let code): message.handedOver.code = code
    case .kicked(let session, let reason):
      message.kicked.session = session
      message.kicked.reason = reason
    }
    return WireEncoding.proto.bytes(of: message)
  }

  /// Decodes a message and the name of the node that sent it; the message is nil if this version
  /// does not know it.
  ///
  /// - Throws: `WireError` for anything that no node sends.
  package static func decode(
    _ bytes: [UInt8]
  ) throws(WireError) -> (from: String, message: NodeMessage?) {
    let message = try WireEncoding.proto.message(WorldNodeMessage.self, from: bytes)
    let fields = Fields("node_message")
    let node = try fields.text(message.from, "from")
    switch message.body {
    case .rooms(let rooms): return (node, .rooms(try rooms.translated()))
    case .allRooms(let rooms): return (node, .allRooms(try rooms.translated().rooms))
    case .attached(let attached):
      let player = attached.hasPlayer ? try fields.text(attached.player, "player") : nil
      try fields.require(attached.hasRevision, "revision")
      return (
        node,
        .attached(
          session: try fields.text(attached.session, "session"), player: player,
          revision: attached.revision)
      )
    case .handedOver(let handed):
      return (node, .handedOver(code: try fields.text(handed.code, "code")))
    case .kicked(let kicked):
      return (
        node,
        .kicked(
          session: try fields.text(kicked.session, "session"),
          reason: try fields.text(kicked.reason, "reason"))
      )
    case nil: return (node, nil)
    }
  }
}

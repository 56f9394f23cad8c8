// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Opens a session: the first message of a connection.
package struct Hello: Hashable, Sendable {
  /// The program and its version, for the server's log; at most 128 bytes.
  package var agent: String
  /// The display name; the server decides whether it is allowed.
  package var name: String
  /// The token of an earlier `welcome`, to resume its session.
  package var resumeToken: [UInt8]?
  /// The player's Ed25519 public key, 32 bytes; nil for a guest.
  package var publicKey: [UInt8]?
  /// Whether the client follows `moved`, the field `moves`; one that does not is closed with
  /// `server/elsewhere` where it would have to.
  package var followsMoves: Bool
  /// The code of the room that the client is in, so that a node without it can tell where it is; nil
  /// for none.
  package var room: String?

  /// The player `name`, using the program `agent`.
  package init(
    agent: String, name: String, resumeToken: [UInt8]? = nil, publicKey: [UInt8]? = nil,
    followsMoves: Bool = false, room: String? = nil
  ) {
    self.agent = agent
    self.name = name
    self.resumeToken = resumeToken
    self.publicKey = publicKey
    self.followsMoves = followsMoves
    self.room = room
  }
}

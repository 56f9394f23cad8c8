// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Protocol

/// The messages of a page: JSON alone, and of each side only the half that a page needs.
///
/// What nothing calls is not linked, and both codecs with both halves would be a third of the page's
/// module. The bytes are those of `WireEncoding.json`.
package enum PageMessages {
  /// Decodes a server's message.
  ///
  /// - Throws: `WireError` if it is invalid.
  package static func decode(_ bytes: [UInt8]) throws(WireError) -> ServerMessage {
    try WireEncoding.jsonMessage(WireServerMessage.self, from: bytes).translated()
  }

  /// Decodes what a `joined` message has, without the message around it, as a page's recorded matches are.
  ///
  /// - Throws: `WireError` if it is invalid.
  package static func decodeJoined(_ bytes: [UInt8]) throws(WireError) -> Joined {
    try WireEncoding.jsonMessage(WireJoined.self, from: bytes).translated()
  }

  /// Encodes a client's message.
  package static func encode(_ message: ClientMessage) -> [UInt8] {
    WireEncoding.jsonBytes(of: WireClientMessage(message))
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Crypto
import Protocol
package import Wire

/// A player's key, and the server that it is proven to.
package struct ClientIdentity: Sendable {
  /// The player's key.
  package let key: Ed25519PrivateKey
  /// The name under which the server is dialled.
  package let server: ServerName

  /// The owner of `key`, at `server`.
  package init(key: Ed25519PrivateKey, server: ServerName) {
    self.key = key
    self.server = server
  }

  /// The public key sent in the hello.
  var publicKey: [UInt8] { key.publicKey.bytes }

  /// The proof for a welcome's challenge.
  func proof(for welcome: Welcome) -> ClientMessage {
    precondition(!welcome.challenge.isEmpty, "A proof answers the server's challenge.")
    let statement = KeyProof.statement(
      server: server, session: welcome.sessionID, challenge: welcome.challenge)
    return .prove(signature: key.signature(of: statement))
  }
}

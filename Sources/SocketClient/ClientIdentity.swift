// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Crypto
package import MatchClient
package import Wire

/// A player's key, and the server that it is proven to.
package struct ClientIdentity: Sendable {
  private let key: Ed25519PrivateKey
  private let server: ServerName

  /// The owner of `key`, at `server`.
  package init(key: Ed25519PrivateKey, server: ServerName) {
    self.key = key
    self.server = server
  }

  /// The part that the client knows.
  package var publicIdentity: PublicIdentity {
    PublicIdentity(publicKey: key.publicKey.bytes, server: server.description)
  }

  /// The answer to a client's request to sign a statement for the proof on a connection.
  package func sign(_ statement: [UInt8], over number: ConnectionNumber) -> ClientInput {
    .signed(number, key.signature(of: statement))
  }
}

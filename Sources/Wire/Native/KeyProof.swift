// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Crypto
package import Protocol

extension KeyProof {
  /// The bytes to sign for a server.
  package static func statement(
    server: ServerName, session: String, challenge: [UInt8]
  ) -> [UInt8] {
    statement(server: server.description, session: session, challenge: challenge)
  }

  /// The identity that a key proves, the same at every server: 32 characters.
  package static func playerID(of key: Ed25519PublicKey) -> String {
    playerID(hash: SHA256.hash(key.bytes).bytes)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The statement that is signed to prove a key, and the identity it proves.
///
/// The server's name prevents a server from relaying the proof to another one; session and
/// challenge (a nonce) prevent replays: the proof is valid once, on one connection.
package enum KeyProof {
  /// The length of a challenge in bytes.
  package static let challengeByteCount = 32

  /// The bytes to sign: `facedown-prove/1`, a zero byte, then server, session and challenge, each
  /// preceded by its length as two bytes, big-endian.
  ///
  /// - Parameters:
  ///   - server: the name under which the server was dialled, in its canonical form.
  ///   - session: the session id in `welcome`.
  ///   - challenge: the challenge in the same `welcome`.
  /// - Returns: the bytes to sign.
  package static func statement(
    server: String, session: String, challenge: [UInt8]
  ) -> [UInt8] {
    var bytes = Array("facedown-prove/1".utf8) + [0]
    for part in [Array(server.utf8), Array(session.utf8), challenge] {
      precondition(part.count <= Int(UInt16.max), "A part of a proof has \(part.count) bytes.")
      bytes += [UInt8(part.count >> 8), UInt8(part.count & 0xff)] + part
    }
    return bytes
  }

  /// The identity that a key proves, the same at every server: the first 20 bytes of its hash in base
  /// 32, 32 characters.
  ///
  /// - Parameter hash: the SHA-256 of the public key.
  /// - Returns: the player's ID.
  package static func playerID(hash: [UInt8]) -> String { Base32.text(of: Array(hash.prefix(20))) }

  /// Whether a text has the form of a player's ID: 32 characters a-z, 2-7.
  package static func isPlayerID(_ text: String) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy { (97...122).contains($0) || (50...55).contains($0) }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Crypto

/// What is signed to prove that one has a key, and what follows from it.
///
/// The server's name keeps another server, to which somebody proves a key, from passing the proof on
/// as its own; session and challenge make it good once and over one connection.
public enum KeyProof {
  /// How many bytes a challenge has.
  public static let challengeByteCount = 32

  /// The bytes to sign: `facedown-prove/1`, a zero byte, then server, session and challenge, each led
  /// by its length in bytes as two bytes, highest first.
  ///
  /// - Parameters:
  ///   - server: by which name it was dialled.
  ///   - session: the session's name in `welcome`.
  ///   - challenge: the challenge in the same `welcome`.
  /// - Returns: what the key's signature is made of.
  public static func statement(
    server: ServerName, session: String, challenge: [UInt8]
  ) -> [UInt8] {
    var bytes = Array("facedown-prove/1".utf8) + [0]
    for part in [Array(server.description.utf8), Array(session.utf8), challenge] {
      precondition(part.count <= Int(UInt16.max), "A part of a proof has \(part.count) bytes.")
      bytes += [UInt8(part.count >> 8), UInt8(part.count & 0xff)] + part
    }
    return bytes
  }

  /// The identity that a key proves, at every server the same: the first 20 bytes of its SHA-256 in
  /// base 32, 32 characters.
  public static func playerID(of key: Ed25519PublicKey) -> String {
    Base32.text(of: Array(SHA256.hash(key.bytes).bytes.prefix(20)))
  }
}

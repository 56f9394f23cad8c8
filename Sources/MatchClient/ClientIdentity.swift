// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Crypto
public import Protocol

/// As whom a client plays, where it is more than a guest: a key, and the server it is proven to.
public struct ClientIdentity: Sendable {
  /// The player's key.
  public let key: Ed25519PrivateKey
  /// By which name the server is dialled.
  public let server: ServerName

  /// Whoever has `key`, at `server`.
  public init(key: Ed25519PrivateKey, server: ServerName) {
    self.key = key
    self.server = server
  }

  /// What the hello names.
  var publicKey: [UInt8] { key.publicKey.bytes }

  /// The proof that a welcome asks for.
  func proof(for welcome: Welcome) -> ClientMessage {
    let statement = KeyProof.statement(
      server: server, session: welcome.sessionID, challenge: welcome.challenge)
    return .prove(signature: key.signature(of: statement))
  }
}

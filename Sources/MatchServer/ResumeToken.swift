// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby

/// A resume token: the name of its session, and 32 random bytes as the secret.
///
/// The name tells which record to read, so that no table maps hashes to sessions. It is no secret,
/// and says nothing without the rest: what is stored and compared is a hash of the whole.
struct ResumeToken: Hashable, Sendable {
  /// Number of bytes of the secret; tokens of earlier servers have nothing else.
  static let secretBytes = 32
  /// Maximum number of bytes of the name; a token has 64 at most.
  private static let mostNameBytes = 32

  /// The token as it is sent.
  let bytes: [UInt8]
  /// The session it names; nil for none.
  let session: SessionID?

  /// A new token of a session.
  init(of session: SessionID, secret: [UInt8]) {
    precondition(secret.count == Self.secretBytes, "A token has \(Self.secretBytes) secret bytes.")
    bytes = Array(session.rawValue.utf8) + secret
    self.session = session
  }

  /// A token as a client presents it, which may be anything.
  init(presented bytes: [UInt8]) {
    self.bytes = bytes
    let name = bytes.dropLast(Self.secretBytes)
    let isName =
      (1...Self.mostNameBytes).contains(name.count)
      && name.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
    session = isName ? SessionID(String(decoding: name, as: UTF8.self)) : nil
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol

/// A hello or proof that waits for the journal: a token is stored before it is sent.
struct PendingHandshake: Sendable {
  /// The kind of handshake.
  enum Occasion: Hashable, Sendable {
    /// A new session.
    case beginning
    /// A session resumes by this token.
    case returning(token: [UInt8])
    /// A session proves a key.
    case proving
  }

  let session: SessionID
  let player: Player
  let occasion: Occasion
  /// Hash of the token that stays valid until the new one is used; nil for none.
  let formerHash: [UInt8]?
  /// The token it will be given.
  let newToken: [UInt8]

  /// Whether it is repeated on what stands in place of what it expected: on what has the token used.
  ///
  /// A hello presents its token, a proof does not: by that of its connection another node may have
  /// welcomed the session since. So in a world a proof is repeated only on what has that token as the
  /// newest, or its own, stored by an earlier proof.
  ///
  /// - Parameters:
  ///   - record: what stands there.
  ///   - newHash: the hash of the token it will be given.
  ///   - inWorld: whether other nodes may have put it there.
  /// - Returns: whether it is.
  func isRepeated(on record: SessionRecord, as newHash: [UInt8], inWorld: Bool) -> Bool {
    guard let used = formerHash, let newest = record.tokenHashes.last else { return false }
    guard inWorld, occasion == .proving else { return record.tokenHashes.contains(used) }
    return newest == used || newest == newHash
  }
}

/// A hello whose session is being read.
struct PendingFetch: Sendable {
  /// The hello.
  let hello: Hello
  /// Its token.
  let token: ResumeToken
  /// When the handshake stops waiting for the journal.
  let deadline: ServerTime
}

/// A message received during a handshake.
typealias HeldMessage = (message: ClientMessage, received: ServerTime)

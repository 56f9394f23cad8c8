// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
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

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Journal
import Lobby

/// A connection as far as sessions are concerned: the session it speaks for, and what its handshake
/// awaits.
struct SessionLine: Sendable {
  /// The session it speaks for: the first table of `Sessions`.
  enum State: Sendable {
    case anonymous
    case fetching(PendingFetch)
    case greeting(PendingHandshake)
    case welcomed(SessionID)
    case proving(PendingHandshake)
    case seeking(SessionID, RequestID)
  }

  /// Messages held per handshake, fewer than a burst; a client that sends more has not waited for
  /// its welcome.
  static let heldLimit = 32

  var state = State.anonymous
  /// What its handshake has asked the registry; nil if nothing is awaited.
  var question: CorrelationID?
  /// When its handshake stops waiting; nil if it does not wait.
  var deadline: ServerTime?
  /// The key that its hello claims.
  var claim = KeyClaim()
  /// Messages received during its handshake and not handled yet, in order.
  private var held: Deque<HeldMessage> = []

  /// Whether its hello, its proof or a request for a room elsewhere waits for the journal.
  var isWaiting: Bool {
    switch state {
    case .fetching, .greeting, .proving, .seeking: true
    case .anonymous, .welcomed: false
    }
  }

  /// The session it was welcomed as; nil before.
  var session: SessionID? {
    switch state {
    case .welcomed(let session), .seeking(let session, _): session
    case .proving(let pending): pending.session
    case .anonymous, .fetching, .greeting: nil
    }
  }

  /// Its hello or proof whose session is being stored; nil for none.
  var handshake: PendingHandshake? {
    switch state {
    case .greeting(let pending), .proving(let pending): pending
    case .anonymous, .fetching, .welcomed, .seeking: nil
    }
  }

  /// Holds a message until the handshake is complete; false if too many are held.
  mutating func hold(_ message: HeldMessage) -> Bool {
    guard isWaiting, held.count < Self.heldLimit else { return false }
    held.append(message)
    return true
  }

  /// Takes the first held message once it speaks for a session.
  ///
  /// - Returns: the message; nil if none is left, or another handshake has begun.
  mutating func takeHeld(of session: SessionID) -> HeldMessage? {
    guard case .welcomed(session) = state else { return nil }
    return held.popFirst()
  }
}

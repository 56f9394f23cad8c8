// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// A player's public key, and the server that it is proven to.
package struct PublicIdentity: Hashable, Sendable {
  /// The Ed25519 public key, 32 bytes.
  package let publicKey: [UInt8]
  /// The name under which the server is dialled, in its canonical form.
  package let server: String

  /// The owner of `publicKey`, at `server`.
  package init(publicKey: [UInt8], server: String) {
    precondition(publicKey.count == 32, "A public key has 32 bytes, not \(publicKey.count).")
    self.publicKey = publicKey
    self.server = server
  }
}

/// The proof that a client holds its player's key.
///
/// It comes before all other requests, so that every room that the client enters knows the player. A
/// session that was proven once stays proven.
struct IdentityProof: Sendable {
  /// The delay before it is repeated where the server could not store it; servers take one proof in
  /// five seconds.
  static let pause = Duration.seconds(6)

  private enum Progress: Hashable, Sendable {
    /// The proof has yet to be sent; the welcome brings the challenge.
    case due
    /// The statement for this connection is being signed.
    case signing(ConnectionNumber)
    /// The proof was sent and has no answer yet.
    case sent
    /// The server could not store it; it is repeated then.
    case postponed(until: LocalTime)
    /// The player is proven, or remains a guest.
    case settled
  }

  private let identity: PublicIdentity?
  private var progress: Progress
  /// Whether a proof that could not be stored is repeated; otherwise the player remains a guest.
  var isPersistent = false

  /// The proof of an identity; nil for a guest, who has nothing to prove.
  init(of identity: PublicIdentity?) {
    self.identity = identity
    progress = identity == nil ? .settled : .due
  }

  /// The public key for the hello; nil for a guest.
  var publicKey: [UInt8]? { identity?.publicKey }

  /// Whether other requests must wait for the proof.
  var holdsRequests: Bool {
    switch progress {
    case .due, .signing: true
    case .sent, .postponed, .settled: false
    }
  }

  /// Whether it was neither accepted nor refused for good.
  var isPending: Bool { progress != .settled }

  /// When it is repeated; nil for never.
  var retryAt: LocalTime? { if case .postponed(let time) = progress { time } else { nil } }

  /// A new connection is open; a proof without an answer is repeated.
  mutating func connected() {
    if progress != .settled { progress = .due }
  }

  /// The server has welcomed the client on a connection.
  ///
  /// - Returns: the statement to sign; nil if there is nothing to prove.
  mutating func welcomed(
    _ welcome: Welcome, isNewSession: Bool, over number: ConnectionNumber
  ) -> [UInt8]? {
    guard let identity else { return nil }
    // A server without a challenge accepts no proofs.
    if welcome.playerID != nil || welcome.challenge.isEmpty {
      progress = .settled
    } else if isNewSession {
      progress = .due
    }
    guard progress == .due else { return nil }
    return sign(welcome, by: identity, over: number)
  }

  /// Repeats the proof over a connection, if that is due.
  ///
  /// - Returns: the statement to sign; nil if it is not due.
  mutating func retry(
    _ welcome: Welcome, over number: ConnectionNumber, at now: LocalTime
  ) -> [UInt8]? {
    guard let identity, let retryAt, retryAt <= now else { return nil }
    return sign(welcome, by: identity, over: number)
  }

  private mutating func sign(
    _ welcome: Welcome, by identity: PublicIdentity, over number: ConnectionNumber
  ) -> [UInt8] {
    progress = .signing(number)
    return KeyProof.statement(
      server: identity.server, session: welcome.sessionID, challenge: welcome.challenge)
  }

  /// Whether a signature completes the proof for a connection, so that it is sent now.
  mutating func signed(over number: ConnectionNumber) -> Bool {
    guard progress == .signing(number) else { return false }
    progress = .sent
    return true
  }

  /// The server has accepted the proof.
  mutating func accepted() { progress = .settled }

  /// Handles a refusal without a request id.
  ///
  /// - Returns: whether it answers the proof: the player remains a guest.
  mutating func isRefused(by refusal: Refusal, at now: LocalTime) -> Bool {
    guard progress == .sent else { return false }
    if isPersistent, refusal.code == .journalUnavailable {
      progress = .postponed(until: now + Self.pause)
      return false
    }
    switch refusal.code {
    case .sessionNoKey, .sessionBadKey, .sessionWrongSignature, .sessionChallengeUsed,
      .sessionOtherKey, .journalUnavailable, .journalRegressed:
      break
    // An older server that does not know proofs.
    case .requestUnsupported where refusal.fact("request") == "prove": break
    default: return false
    }
    progress = .settled
    return true
  }
}

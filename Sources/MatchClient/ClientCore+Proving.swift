// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

// How a client proves that it holds its player's key: before all other requests, so that every room
// it enters knows the player.

/// The progress of the proof of a key in a session.
enum ProofProgress: Hashable, Sendable {
  /// The proof has yet to be sent; the welcome brings the challenge.
  case due
  /// The proof was sent and has no answer yet.
  case underWay
  /// The player is proven, or remains a guest.
  case settled
}

extension ClientCore {
  /// Whether requests may be sent: the client is connected, and the proof has been sent if one is
  /// due.
  var mayAsk: Bool { isConnected && proof != .due }

  /// Sends the proof if one is due, and then the requests that waited for it.
  ///
  /// A session that was proven once stays proven.
  mutating func beginProof(isNewSession: Bool, _ welcome: Welcome) -> [ClientOutput] {
    guard let identity else { return [] }
    let hadWaited = proof == .due
    if welcome.playerID != nil {
      proof = .settled
    } else if isNewSession || hadWaited {
      proof = .due
    }
    guard proof == .due else { return hadWaited ? sendAgain() + resume() : [] }
    guard !welcome.challenge.isEmpty else {
      // A server without a challenge accepts no proofs.
      proof = .settled
      return sendAgain() + resume()
    }
    proof = .underWay
    let outputs = [send(identity.proof(for: welcome))]
    return hadWaited ? outputs + sendAgain() + resume() : outputs
  }

  /// A second welcome on a connection acknowledges the proof.
  mutating func settleProof(as welcome: Welcome) -> [ClientOutput] {
    guard let player = welcome.playerID else { return [] }
    proof = .settled
    return [.event(.proven(playerID: player))]
  }

  /// The proof was refused: the player remains a guest.
  mutating func settleProof(_ refusal: Refusal) -> [ClientOutput] {
    proof = .settled
    return [.event(.unproven(refusal))]
  }

  /// Whether a refusal without a request id answers the proof.
  func isAboutProof(_ refusal: Refusal) -> Bool {
    guard proof == .underWay else { return false }
    switch refusal.code {
    case .sessionNoKey, .sessionBadKey, .sessionWrongSignature, .sessionChallengeUsed,
      .sessionOtherKey, .journalUnavailable:
      return true
    // An older server that does not know proofs.
    case .requestUnsupported: return refusal.fact("request") == "prove"
    default: return false
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

// How a client shows that it has its player's key: before anything else it asks for, so that whatever
// room it enters knows the player.

/// How far the proof of a key has come in a session.
enum ProofProgress: Hashable, Sendable {
  /// It has yet to be given: the challenge comes with the welcome.
  case due
  /// It was given and has no answer yet.
  case underWay
  /// The player is proven, or is a guest for good.
  case settled
}

extension ClientCore {
  /// Whether requests may leave: there is a connection, and no proof has to leave before them.
  var mayAsk: Bool { isConnected && proof != .due }

  /// Gives the proof, if one is due, and behind it what waited for that.
  ///
  /// A session that was proven once stays so.
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
      // A server that asks for nothing takes no proofs.
      proof = .settled
      return sendAgain() + resume()
    }
    proof = .underWay
    let outputs = [send(identity.proof(for: welcome))]
    return hadWaited ? outputs + sendAgain() + resume() : outputs
  }

  /// A welcome that is not the connection's first answers the proof.
  mutating func settleProof(as welcome: Welcome) -> [ClientOutput] {
    guard let player = welcome.playerID else { return [] }
    proof = .settled
    return [.event(.proven(playerID: player))]
  }

  /// The proof was refused: the player goes on as a guest.
  mutating func settleProof(_ refusal: Refusal) -> [ClientOutput] {
    proof = .settled
    return [.event(.unproven(refusal))]
  }

  /// Whether a refusal of what had no number is that of the proof.
  func isAboutProof(_ refusal: Refusal) -> Bool {
    guard proof == .underWay else { return false }
    switch refusal.code {
    case .sessionNoKey, .sessionBadKey, .sessionWrongSignature, .sessionChallengeUsed,
      .sessionOtherKey, .journalUnavailable:
      return true
    // A server that does not know proofs yet.
    case .requestUnsupported: return refusal.fact("request") == "prove"
    default: return false
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import Lobby
import Protocol
import Wire

/// A connection's claim to a key: the key its hello named, and the challenge to sign with it.
struct KeyClaim: Sendable {
  /// The public key from its hello, not proven yet.
  var publicKey: [UInt8]?
  /// The challenge to sign; valid once.
  var challenge: [UInt8] = []
  /// The challenge already used; empty before.
  private var usedChallenge: [UInt8] = []

  /// The key that made the signature over this claim's challenge.
  ///
  /// - Parameters:
  ///   - signature: the signature.
  ///   - session: the session it must cover.
  ///   - names: the server's names, one of which it must cover.
  /// - Returns: the key.
  /// - Throws: `session/no_key`, `session/bad_key`, `session/challenge_used` or
  ///   `session/wrong_signature`.
  func provenKey(
    by signature: [UInt8], as session: SessionID, to names: [ServerName]
  ) throws(Refusal) -> Ed25519PublicKey {
    guard let publicKey else { throw Refusal(.sessionNoKey) }
    guard let key = Ed25519PublicKey(publicKey) else { throw Refusal(.sessionBadKey) }
    let fits: ([UInt8]) -> Bool = { challenge in
      !challenge.isEmpty
        && names.contains { name in
          key.isSignature(
            signature,
            of: KeyProof.statement(server: name, session: session.rawValue, challenge: challenge))
        }
    }
    guard !fits(challenge) else { return key }
    guard !fits(usedChallenge) else { throw Refusal(.sessionChallengeUsed) }
    throw Refusal(
      .sessionWrongSignature,
      [Refusal.Fact("names", names.prefix(4).map(\.description).joined(separator: ", "))])
  }

  /// Uses the challenge up.
  mutating func use() { (usedChallenge, challenge) = (challenge, []) }

  /// Makes the used challenge valid again: its proof has changed nothing.
  mutating func giveBack() { (challenge, usedChallenge) = (usedChallenge, []) }
}

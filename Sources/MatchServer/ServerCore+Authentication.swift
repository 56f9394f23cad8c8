// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import Lobby
import Protocol

// Key proofs: a signature over the welcome's challenge by the key from the hello.

extension ServerCore {
  /// Checks a proof and journals that the session's player owns the key.
  ///
  /// The signature must cover one of the server's own names, this session and this connection's
  /// challenge.
  mutating func prove(
    _ signature: [UInt8], of session: SessionID, over connection: ServerConnectionID,
    now: ServerTime,
    _ out: inout Outbox
  ) {
    switch connections[connection]?.pace.proof(at: now.sinceEpoch) {
    case .tooMuch: return closeTooFast(connection, &out)
    case .refused:
      return refuse(.prove(signature: signature), over: connection, Refusal(.limitTooFast), &out)
    case .heard, nil: break
    }
    guard let known = connections[connection], var player = directory.player(session) else {
      return
    }
    precondition(known.session == session, "A key is proven over its session's connection.")
    do throws(Refusal) {
      let key = try provenKey(of: known, by: signature, as: session)
      let id = KeyProof.playerID(of: key)
      guard player.id == nil || player.id == id else { throw Refusal(.sessionOtherKey) }
      player.id = id
      guard !turnsOut(connection, player: id, now: now, &out) else { return }
    } catch {
      return refuse(.prove(signature: signature), over: connection, error, &out)
    }
    connections[connection]?.usedChallenge = known.challenge
    connections[connection]?.challenge = []
    keep(
      PendingHandshake(
        session: session, player: player, occasion: .proving,
        formerHash: sessions.newestTokenHash(of: session), newToken: random.bytes(32),
        deadline: now + LobbyLimits.journalTimeout),
      over: connection, &out)
  }

  /// The key that made the signature.
  ///
  /// - Throws: `session/no_key`, `session/bad_key`, `session/challenge_used` or
  ///   `session/wrong_signature`.
  private func provenKey(
    of connection: ServerConnection, by signature: [UInt8], as session: SessionID
  ) throws(Refusal) -> Ed25519PublicKey {
    guard let bytes = connection.publicKey else { throw Refusal(.sessionNoKey) }
    guard let key = Ed25519PublicKey(bytes) else { throw Refusal(.sessionBadKey) }
    let fits: ([UInt8]) -> Bool = { challenge in
      !challenge.isEmpty
        && names.contains { name in
          key.isSignature(
            signature,
            of: KeyProof.statement(server: name, session: session.rawValue, challenge: challenge))
        }
    }
    guard !fits(connection.challenge) else { return key }
    guard !fits(connection.usedChallenge) else { throw Refusal(.sessionChallengeUsed) }
    throw Refusal(
      .sessionWrongSignature,
      [Refusal.Fact("names", names.prefix(4).map(\.description).joined(separator: ", "))])
  }

  /// Completes a proof; if it was not journalled, nothing has changed.
  mutating func finishProof(
    _ greeting: PendingHandshake, over connection: ServerConnectionID, isKept: Bool,
    now: ServerTime,
    _ out: inout Outbox
  ) {
    let session = greeting.session
    assert(greeting.occasion == .proving, "Only a proof is completed as one.")
    guard isKept, let former = greeting.formerHash else {
      // The client may send the proof again.
      if let used = connections[connection]?.usedChallenge {
        connections[connection]?.challenge = used
      }
      connections[connection]?.usedChallenge = []
      return send(.refused(id: nil, Refusal(.journalUnavailable)), to: [connection], &out)
    }
    directory.know(session, as: greeting.player)
    sessions.attach(
      session, to: connection, tokenHashes: [former, hashing.sha256(greeting.newToken)])
    if let rival = sessions.rival(of: session, as: greeting.player.id) {
      dismiss(rival, now: now, &out)
    }
    sessions.goesOn(greeting.player.id, over: session)
    say(token: greeting.newToken, to: session, over: connection, now: now, &out)
  }

  /// Detaches a session whose player continues over another one.
  private mutating func dismiss(_ session: SessionID, now: ServerTime, _ out: inout Outbox) {
    guard let connection = sessions.connection(of: session) else { return }
    giveWay(connection, &out)
    connections[connection]?.session = nil
    connections[connection]?.greeting = nil
    sessions.greetings[session] = nil
    sessions.detach(session)
    deliver(directory.setConnected(false, session, now: now), &out)
  }

  /// Closes a connection whose player has proven the key over a newer one.
  mutating func giveWay(_ connection: ServerConnectionID, _ out: inout Outbox) {
    close(
      connection, code: .sessionTakenOver,
      reason: "The same key is playing over a newer connection.", closeCode: 1008, &out)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol
import Wire

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
      return refuse(nil, over: connection, Refusal(.limitTooFast), &out)
    case .heard, nil: break
    }
    guard var player = directory.player(session) else { return }
    precondition(
      sessions.session(over: connection) == session,
      "A key is proven over its session's connection.")
    do throws(Refusal) {
      let claim = sessions[claimOver: connection]
      let key = try claim.provenKey(by: signature, as: session, to: names)
      let id = KeyProof.playerID(of: key)
      guard player.id == nil || player.id == id else { throw Refusal(.sessionOtherKey) }
      player.id = id
      guard !turnsOut(connection, player: id, now: now, &out) else { return }
    } catch {
      return refuse(nil, over: connection, error, &out)
    }
    sessions[claimOver: connection].use()
    keep(
      PendingHandshake(
        session: session, player: player, occasion: .proving,
        formerHash: sessions.tokens.hashes(of: session).last,
        newToken: sessions.tokens.unsent(of: session) ?? newToken(of: session)),
      over: connection, by: now + LobbyLimits.journalTimeout, &out)
  }

  /// Completes a proof; if it was not journalled, nothing has changed here.
  mutating func finishProof(
    _ greeting: PendingHandshake, over connection: ServerConnectionID, keptAs revision: Revision?,
    now: ServerTime,
    _ out: inout Outbox
  ) {
    let session = greeting.session
    assert(greeting.occasion == .proving, "Only a proof is completed as one.")
    guard let revision, let former = greeting.formerHash else {
      // The client may send the proof again, and the record may have landed.
      sessions[claimOver: connection].giveBack()
      sessions.tokens.keep(unsent: greeting.newToken, of: session)
      return send(.refused(id: nil, Refusal(.journalUnavailable)), to: [connection], &out)
    }
    directory.know(session, as: greeting.player)
    sessions.welcome(
      session, over: connection, tokenHashes: [former, hashing.sha256(greeting.newToken)],
      revision: revision)
    if let rival = rival(of: session, as: greeting.player.id) {
      dismiss(rival, now: now, &out)
    }
    sessions.goesOn(greeting.player.id, over: session)
    say(token: greeting.newToken, to: session, over: connection, now: now, &out)
    tellAttached(session, greeting.player.id, keptAs: revision, &out)
  }

  /// Detaches a session whose player continues over another one.
  private mutating func dismiss(_ session: SessionID, now: ServerTime, _ out: inout Outbox) {
    for connection in sessions.displace(session) { giveWay(connection, &out) }
    deliver(directory.setConnected(false, session, now: now), &out)
  }

  /// Closes a connection whose player has proven the key over a newer one.
  mutating func giveWay(_ connection: ServerConnectionID, _ out: inout Outbox) {
    close(
      connection, code: .sessionTakenOver,
      reason: "The same key is playing over a newer connection.", closeCode: 1008, &out)
  }
}

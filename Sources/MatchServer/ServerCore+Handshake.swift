// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Journal
package import Lobby
import Protocol

// Handshakes: hello, welcome, resuming.

extension ServerCore {
  /// Begins the handshake of a new session, or of the one its token names; the newest connection
  /// wins.
  mutating func greet(
    _ hello: Hello, over connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    let greeting: PendingHandshake
    let token = random.bytes(32)
    sessions[claimOver: connection].publicKey = hello.publicKey
    if let used = hello.resumeToken, let known = sessions.session(of: hashing.sha256(used)),
      let player = directory.player(known)
    {
      guard !turnsOut(connection, player: player.id, now: now, &out) else { return }
      guard sessions.greets(known, over: connection) else {
        return close(
          connection, code: .sessionTakenOver,
          reason: "This session continues over a newer connection.",
          closeCode: 1008, &out)
      }
      guard sessions.rival(of: known, as: player.id) == nil else {
        return giveWay(connection, &out)
      }
      for former in sessions.displace(known) {
        close(
          former, code: .sessionTakenOver,
          reason: "This session continues over a newer connection.",
          closeCode: 1008, &out)
      }
      greeting = PendingHandshake(
        session: known, player: player, occasion: .returning(token: used),
        formerHash: hashing.sha256(used), newToken: token,
        deadline: now + LobbyLimits.journalTimeout)
    } else {
      do throws(Refusal) {
        let name = try PlayerName.check(hello.name, limit: limits.client.nameCharacters)
        greeting = PendingHandshake(
          session: SessionID(random.identifier()),
          player: Player(name: name, isBot: hello.agent.hasPrefix("facedown-bot")),
          occasion: .beginning, formerHash: nil, newToken: token,
          deadline: now + LobbyLimits.journalTimeout)
      } catch {
        return close(
          connection, code: error.code,
          reason: "The name must have \(error.fact("allowed") ?? "other characters").",
          closeCode: 1008, &out)
      }
      guard makeRoomForSession(now: now, &out) else {
        return close(
          connection, code: .limitSessions, reason: "The server is full.", closeCode: 1008,
          retryAfter: .seconds(30), &out)
      }
    }
    keep(greeting, over: connection, &out)
  }

  /// Whether there is room for another session; if not, forgets the longest idle one that is in no
  /// room.
  private mutating func makeRoomForSession(now: ServerTime, _ out: inout Outbox) -> Bool {
    guard sessions.count >= limits.process.sessions else { return true }
    let known = sessions
    deliver(directory.forgetLongestIdle(now: now) { known.isInHandshake($0) }, &out)
    return sessions.count < limits.process.sessions
  }

  /// Journals the session and its tokens; the welcome follows the journal's answer.
  mutating func keep(
    _ greeting: PendingHandshake, over connection: ServerConnectionID, _ out: inout Outbox
  ) {
    sessions.begin(greeting, over: connection)
    let record = SessionRecord(
      id: greeting.session, player: greeting.player, tokenHashes: tokenHashes(greeting))
    lifecycle.awaitRecord()
    out.append(.session(record, for: CorrelationID(connection)))
  }

  /// The used token stays valid until the newest is used: the welcome may be lost.
  private func tokenHashes(_ greeting: PendingHandshake) -> [[UInt8]] {
    [greeting.formerHash, hashing.sha256(greeting.newToken)].compactMap { $0 }
  }

  /// Holds a message until the handshake is complete.
  mutating func hold(
    _ message: ClientMessage, over connection: ServerConnectionID, received: ServerTime,
    _ out: inout Outbox
  ) {
    guard sessions.hold((message, received), over: connection) else {
      return close(
        connection, code: .sessionHelloFirst, reason: "Wait for the welcome before sending more.",
        closeCode: 1008, &out)
    }
  }

  /// Completes a handshake after the journal's answer.
  ///
  /// If the record was not journalled, a known session resumes with the token it used, and only
  /// this process knows that the former token is invalid. A new session would not survive the
  /// process, so its client is told to retry later.
  mutating func welcome(
    _ connection: ServerConnectionID, isKept: Bool, now: ServerTime, _ out: inout Outbox
  ) {
    guard let greeting = sessions.answered(connection) else { return }
    conclude(greeting, over: connection, isKept: isKept, now: now, &out)
  }

  /// Completes handshakes that have timed out as if the journal had failed.
  ///
  /// A late answer is ignored. A new session is then deleted from the journal again; a known one
  /// resumes with the token it used, which stays in the journal in any case.
  mutating func giveUpWaiting(now: ServerTime, _ out: inout Outbox) {
    while let (connection, greeting) = sessions.takeOverdue(now: now) {
      if greeting.occasion == .beginning { out.append(.forgotten(greeting.session)) }
      conclude(greeting, over: connection, isKept: false, now: now, &out)
    }
  }

  private mutating func conclude(
    _ greeting: PendingHandshake, over connection: ServerConnectionID, isKept: Bool,
    now: ServerTime,
    _ out: inout Outbox
  ) {
    let session = greeting.session
    switch greeting.occasion {
    case .beginning where !isKept: return turnAway(connection, &out)
    case .beginning: directory.open(session, player: greeting.player)
    // A known session may have ended meanwhile.
    case .returning where !directory.knows(session): return turnAway(connection, &out)
    // Its player may have continued over another session meanwhile.
    case .returning where sessions.rival(of: session, as: greeting.player.id) != nil:
      giveWay(connection, &out)
      return abandon(greeting, now: now, &out)
    case .returning: break
    case .proving:
      finishProof(greeting, over: connection, isKept: isKept, now: now, &out)
      return hear(greeting, over: connection, now: now, &out)
    }
    var token = greeting.newToken
    if !isKept, case .returning(let used) = greeting.occasion { token = used }
    sessions.welcome(
      session, over: connection,
      tokenHashes: isKept ? tokenHashes(greeting) : [hashing.sha256(token)])
    sessions.goesOn(greeting.player.id, over: session)
    assert(directory.knows(session), "A welcomed session is open in the lobby.")
    say(token: token, to: session, over: connection, now: now, &out)
    deliver(directory.setConnected(true, session, now: now), &out)
    reportRoundTrip(of: connection, nil, now: now, &out)
    hear(greeting, over: connection, now: now, &out)
  }

  /// Sends the welcome with a token and a fresh challenge.
  mutating func say(
    token: [UInt8], to session: SessionID, over connection: ServerConnectionID, now: ServerTime,
    _ out: inout Outbox
  ) {
    let challenge = random.bytes(KeyProof.challengeByteCount)
    assert(
      sessions.handshake(over: connection) == nil, "A welcome ends its handshake.")
    assert(
      sessions.connection(of: session) == connection, "A welcome goes to the session it names.")
    sessions[claimOver: connection].challenge = challenge
    let welcome = Welcome(
      sessionID: session.rawValue, resumeToken: token, playerID: directory.player(session)?.id,
      serverTime: now, clockEpoch: clockEpoch, challenge: challenge,
      limits: connections[connection]?.limits ?? limits.client,
      serverVersion: version, highestRequestID: directory.highestRequest(of: session))
    send(.welcome(welcome), to: [connection], &out)
  }

  /// Handles the messages held during the handshake.
  private mutating func hear(
    _ greeting: PendingHandshake, over connection: ServerConnectionID, now: ServerTime,
    _ out: inout Outbox
  ) {
    for (index, held) in greeting.held.enumerated() {
      // A proof among them starts another handshake; the rest waits for that.
      guard sessions.handshake(over: connection) == nil else {
        return sessions.holdAgain(greeting.held[index...], over: connection)
      }
      guard sessions.session(over: connection) == greeting.session else { return }
      handle(
        held.message, from: greeting.session, over: connection, received: held.received, now: now,
        &out)
    }
  }

  private mutating func turnAway(_ connection: ServerConnectionID, _ out: inout Outbox) {
    let closing = Closing(
      code: RefusalCode.journalUnavailable.rawValue, retryAfter: limits.journalRetry,
      reason: "The server cannot save matches at the moment.")
    send(.closing(closing), to: [connection], &out)
    out.append(.close(connection, code: 1011, reason: closing.code))
  }

  /// Cleans up after a connection that closed during its handshake.
  mutating func abandon(_ greeting: PendingHandshake, now: ServerTime, _ out: inout Outbox) {
    assert(
      greeting.occasion != .beginning || sessions.connection(of: greeting.session) == nil,
      "A session that never began has no connection.")
    switch greeting.occasion {
    case .beginning: out.append(.forgotten(greeting.session))
    case .returning where directory.isConnected(greeting.session):
      // It was being resumed over this connection.
      deliver(directory.setConnected(false, greeting.session, now: now), &out)
    case .returning, .proving: break
    }
  }

  /// Restores a journal; only into an empty server core, with `now` later than any stamp in it.
  ///
  /// - Returns: the rooms that could not be restored, and the first outputs.
  package mutating func restore(
    _ contents: JournalContents, now: ServerTime
  ) -> (losses: [RoomDirectory.Loss], outputs: [ServerOutput]) {
    precondition(
      connections.isEmpty && sessions.count == 0 && roomCount == 0,
      "A journal is restored into an empty server core.")
    precondition(
      now >= contents.lastStamp, "The server's time begins no earlier than the journal's end.")
    for (session, hashes) in contents.tokenHashes {
      sessions.restore(session, tokenHashes: hashes)
    }
    ratings = contents.ratings
    admission.restore(contents.bans, now: now)
    let (losses, outputs) = directory.restore(contents.lobby, now: now)
    var out = Outbox()
    if directory.unsettled != contents.lobby.outages { out.append(.keep(directory.unsettled)) }
    deliver(outputs, &out)
    return (losses, out.outputs)
  }
}

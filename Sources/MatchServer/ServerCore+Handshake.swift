// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol
import Wire

// Handshakes: hello, welcome, resuming.

extension ServerCore {
  /// Begins the handshake of a new session, or of the one its token names; the newest connection
  /// wins.
  ///
  /// A session that is not in memory is read first.
  mutating func greet(
    _ hello: Hello, over connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    sessions[claimOver: connection].publicKey = hello.publicKey
    connections[connection]?.note(hello)
    let deadline = now + LobbyLimits.journalTimeout
    guard let token = hello.resumeToken.map(ResumeToken.init(presented:)) else {
      return begin(hello, over: connection, by: deadline, now: now, &out)
    }
    if resume(token, over: connection, by: deadline, now: now, &out) { return }
    // What is known here of a session may be older than what another node has stored.
    guard let session = token.session, world != nil || !directory.knows(session) else {
      return begin(hello, over: connection, by: deadline, now: now, &out)
    }
    let fetch = PendingFetch(hello: hello, token: token, deadline: deadline)
    out.append(.fetch(session, for: sessions.fetch(fetch, over: connection)))
  }

  /// Continues a hello whose session has been read; another hello may have been faster.
  mutating func fetched(
    _ answer: RegistryAnswer, for id: CorrelationID, now: ServerTime, _ out: inout Outbox
  ) {
    guard lifecycle.farewell == nil, let (connection, fetch) = sessions.fetched(id) else { return }
    guard case .found(let found) = answer else { return turnAway(connection, &out) }
    if let found, isResumable(found, by: fetch.token, now: now) {
      if directory.knows(found.record.id) {
        // Another node had it meanwhile.
        sessions.tokens.set(found.record.tokenHashes, of: found.record.id)
        sessions.tokens.learn(found.revision, of: found.record.id)
        directory.renew(found.stored)
      } else {
        guard makeRoomForSession(now: now, &out) else { return turnOut(connection, &out) }
        sessions.restore(found, hasNames: true)
        directory.adopt(found.stored, now: now)
      }
    }
    if resume(fetch.token, over: connection, by: fetch.deadline, now: now, &out) { return }
    begin(fetch.hello, over: connection, by: fetch.deadline, now: now, &out)
  }

  /// Whether a token may resume a session that was read.
  private func isResumable(
    _ found: RegisteredSession, by token: ResumeToken, now: ServerTime
  ) -> Bool {
    let isKept = found.record.detachedAt.map { now < $0 + LobbyLimits.sessionKeptFor } ?? true
    return isKept && (world != nil || !directory.knows(found.record.id))
      && found.record.tokenHashes.contains(hashing.sha256(token.bytes))
  }

  /// Begins the handshake of a session in memory.
  ///
  /// - Returns: whether the token resumes one; its connection may have been closed.
  private mutating func resume(
    _ token: ResumeToken, over connection: ServerConnectionID, by deadline: ServerTime,
    now: ServerTime, _ out: inout Outbox
  ) -> Bool {
    let hash = hashing.sha256(token.bytes)
    guard let known = sessions.tokens.session(of: token, hash: hash),
      let player = directory.player(known)
    else { return false }
    guard !turnsOut(connection, player: player.id, now: now, &out) else { return true }
    guard sessions.greets(known, over: connection) else {
      takenOver(connection, &out)
      return true
    }
    guard rival(of: known, as: player.id) == nil else {
      giveWay(connection, &out)
      return true
    }
    for former in sessions.displace(known) { takenOver(former, &out) }
    let greeting = PendingHandshake(
      session: known, player: player, occasion: .returning(token: token.bytes), formerHash: hash,
      newToken: newToken(of: known))
    keep(greeting, over: connection, by: deadline, &out)
    return true
  }

  /// Begins the handshake of a new session.
  private mutating func begin(
    _ hello: Hello, over connection: ServerConnectionID, by deadline: ServerTime, now: ServerTime,
    _ out: inout Outbox
  ) {
    let name: String
    do throws(Refusal) {
      name = try PlayerName.check(hello.name, limit: limits.client.nameCharacters)
    } catch {
      return close(
        connection, code: error.code,
        reason: "The name must have \(error.fact("allowed") ?? "other characters").",
        closeCode: 1008, &out)
    }
    guard makeRoomForSession(now: now, &out) else { return turnOut(connection, &out) }
    let session = SessionID(random.identifier())
    let greeting = PendingHandshake(
      session: session,
      player: Player(name: name, isBot: hello.agent.hasPrefix("facedown-bot")),
      occasion: .beginning, formerHash: nil, newToken: newToken(of: session))
    keep(greeting, over: connection, by: deadline, &out)
  }

  /// A new token of a session.
  mutating func newToken(of session: SessionID) -> [UInt8] {
    ResumeToken(of: session, secret: random.bytes(ResumeToken.secretBytes)).bytes
  }

  mutating func takenOver(_ connection: ServerConnectionID, _ out: inout Outbox) {
    close(
      connection, code: .sessionTakenOver,
      reason: "This session continues over a newer connection.",
      closeCode: 1008, &out)
  }

  private mutating func turnOut(_ connection: ServerConnectionID, _ out: inout Outbox) {
    close(
      connection, code: .limitSessions, reason: "The server is full.", closeCode: 1008,
      retryAfter: .seconds(30), &out)
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
    _ greeting: PendingHandshake, over connection: ServerConnectionID, by deadline: ServerTime,
    _ out: inout Outbox
  ) {
    sessions.begin(greeting, over: connection, deadline: deadline)
    put(greeting, over: connection, &out)
  }

  /// Puts the session of a handshake on the revision that this process knows.
  private mutating func put(
    _ greeting: PendingHandshake, over connection: ServerConnectionID, _ out: inout Outbox
  ) {
    let record = SessionRecord(
      id: greeting.session, player: greeting.player, tokenHashes: tokenHashes(greeting),
      highest: directory.highestRequest(of: greeting.session) ?? RequestID(0),
      quickEntry: directory.quickEntry(of: greeting.session))
    lifecycle.awaitRecord()
    out.append(
      .session(
        record, expecting: sessions.tokens.revision(of: greeting.session),
        for: sessions.ask(over: connection)))
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

  /// Completes a handshake after the journal's answer, or tries again on what stands there.
  ///
  /// If the record was not journalled, or may not have been, a known session resumes with the token it
  /// used: it is in the record in any case (`Registry` says why). A new session would not survive the
  /// process, so its client is told to retry later, as at a node of a world, where others may know more.
  mutating func conclude(
    _ put: SessionPut, over connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    guard let greeting = sessions.handshake(over: connection) else { return }
    let session = greeting.session
    if case .conflict(let standing) = put.ending {
      let expected = sessions.tokens.revision(of: session)
      let newest = hashing.sha256(greeting.newToken)
      if let standing, greeting.isRepeated(on: standing.record, as: newest, inWorld: world != nil) {
        sessions.tokens.learn(standing.revision, of: session)
        // Another node may have stored where a quick match leads.
        if let entry = standing.record.quickEntry { directory.know(session, quickEntry: entry) }
        return self.put(greeting, over: connection, &out)
      }
      if standing == nil, expected != nil {
        // It is in use here, and its record was taken for that of a session long gone.
        sessions.tokens.learn(nil, of: session)
        return self.put(greeting, over: connection, &out)
      }
      if let standing, greeting.occasion != .beginning {
        return goElsewhere(greeting, standing, now: now, &out)
      }
    }
    if case .unclear = put.ending, greeting.occasion == .beginning {
      out.append(.forgotten(session))
    }
    end(over: connection, keptAs: put.revision, now: now, &out)
  }

  /// Completes handshakes and requests that have timed out as if the journal had failed.
  ///
  /// A late answer is ignored. A new session is deleted from the journal again; a known one resumes with
  /// the token it used, which stays there in any case. One that was not read in time is not known.
  mutating func giveUpWaiting(now: ServerTime, _ out: inout Outbox) {
    while let connection = sessions.takeOverdue(now: now) {
      if let (session, request) = sessions.seeking(over: connection) {
        _ = sessions.endSeeking(request, over: connection)
        quickMatches[connection] = nil
        putOff(request, of: session, over: connection, &out)
        if delivery.isHeard(connection) { hear(session, over: connection, now: now, &out) }
        continue
      }
      guard let greeting = sessions.handshake(over: connection) else {
        turnAway(connection, &out)
        continue
      }
      if greeting.occasion == .beginning { out.append(.forgotten(greeting.session)) }
      end(over: connection, keptAs: nil, now: now, &out)
    }
  }

  /// Ends a handshake whose session another server has taken over.
  private mutating func goElsewhere(
    _ greeting: PendingHandshake, _ standing: RegisteredSession, now: ServerTime,
    _ out: inout Outbox
  ) {
    let session = greeting.session
    sessions.tokens.set(standing.record.tokenHashes, of: session)
    sessions.tokens.learn(standing.revision, of: session)
    for connection in sessions.displace(session) { takenOver(connection, &out) }
    deliver(directory.setConnected(false, session, now: now), &out)
  }

  /// Ends a handshake; `revision` is that of its record, nil if it was not journalled.
  private mutating func end(
    over connection: ServerConnectionID, keptAs revision: Revision?, now: ServerTime,
    _ out: inout Outbox
  ) {
    guard let greeting = sessions.end(over: connection) else { return }
    let session = greeting.session
    let isKept = revision != nil
    switch greeting.occasion {
    case .beginning where !isKept: return turnAway(connection, &out)
    case .beginning: directory.open(session, player: greeting.player)
    // A known session may have ended meanwhile.
    case .returning where !directory.knows(session): return turnAway(connection, &out)
    // Its player may have continued over another session meanwhile.
    case .returning where rival(of: session, as: greeting.player.id) != nil:
      giveWay(connection, &out)
      return abandon(greeting, now: now, &out)
    // Another node may have a newer token by now.
    case .returning where !isKept && world != nil:
      turnAway(connection, &out)
      return abandon(greeting, now: now, &out)
    case .returning: break
    case .proving:
      finishProof(greeting, over: connection, keptAs: revision, now: now, &out)
      return hear(session, over: connection, now: now, &out)
    }
    var token = greeting.newToken
    if !isKept, case .returning(let used) = greeting.occasion { token = used }
    sessions.welcome(
      session, over: connection,
      tokenHashes: isKept ? tokenHashes(greeting) : [hashing.sha256(token)], revision: revision)
    sessions.goesOn(greeting.player.id, over: session)
    assert(directory.knows(session), "A welcomed session is open in the lobby.")
    say(token: token, to: session, over: connection, now: now, &out)
    if greeting.occasion != .beginning {
      tellAttached(session, greeting.player.id, keptAs: revision, &out)
    }
    deliver(directory.setConnected(true, session, now: now), &out)
    reportRoundTrip(of: connection, nil, now: now, &out)
    hear(session, over: connection, now: now, &out)
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
      serverTime: told(now), clockEpoch: toldEpoch, challenge: challenge,
      limits: told(connections[connection]?.limits ?? limits.client),
      serverVersion: toldVersion, highestRequestID: directory.highestRequest(of: session))
    send(.welcome(welcome), to: [connection], &out)
  }

  /// Handles the messages held while the journal was awaited.
  mutating func hear(
    _ session: SessionID, over connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    // A proof among them starts another handshake; the rest waits for that.
    while let held = sessions.takeHeld(over: connection, of: session) {
      handle(
        held.message, from: session, over: connection, received: held.received, now: now, &out)
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
}

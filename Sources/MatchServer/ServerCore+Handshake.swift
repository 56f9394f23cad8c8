// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import Lobby
import Protocol

/// A hello or a proof that waits for the journal: a token must be kept before anybody has it.
struct PendingHandshake: Sendable {
  /// Messages held for each, fewer than may come at once; who says more has not waited for its
  /// welcome.
  static let heldLimit = 32

  /// Why somebody is welcomed.
  enum Occasion: Hashable, Sendable {
    /// The session begins with this hello.
    case beginning
    /// The session came back by this token.
    case returning(token: [UInt8])
    /// The session's player has proven a key.
    case proving
  }

  let session: SessionID
  let player: Player
  let occasion: Occasion
  /// The hash of the token that stays good until the new one is used; nil for none.
  let formerHash: [UInt8]?
  /// The token it is to be given.
  let newToken: [UInt8]
  /// When the journal is waited for no longer.
  let deadline: ServerTime
  /// What came behind it, in order.
  var held: [(message: ClientMessage, received: ServerTime)] = []
}

extension ServerCore {
  /// Prepares a session for a hello, or takes up the one its token names; the newest connection wins.
  mutating func greet(
    _ hello: Hello, over connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    let greeting: PendingHandshake
    let token = random.bytes(32)
    connections[connection]?.publicKey = hello.publicKey
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
      // A session that proves a key has one connection for both.
      let former = Set(
        [sessions.connection(of: known), sessions.greetings[known]].compactMap { $0 })
      for former in former.sorted() {
        connections[former]?.session = nil
        connections[former]?.greeting = nil
        close(
          former, code: .sessionTakenOver,
          reason: "This session continues over a newer connection.",
          closeCode: 1008, &out)
      }
      sessions.detach(known)
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

  /// Whether one session more may be opened; where there are as many as may be, the one that nobody has
  /// been connected to the longest is given up, of those in no room.
  private mutating func makeRoomForSession(now: ServerTime, _ out: inout Outbox) -> Bool {
    guard sessions.count >= limits.process.sessions else { return true }
    let greetings = sessions.greetings
    deliver(directory.forgetLongestIdle(now: now) { greetings[$0] != nil }, &out)
    return sessions.count < limits.process.sessions
  }

  /// Keeps who is welcomed, and by what they may come back; they are welcomed once that is there.
  mutating func keep(
    _ greeting: PendingHandshake, over connection: ServerConnectionID, _ out: inout Outbox
  ) {
    connections[connection]?.greeting = greeting
    sessions.greetings[greeting.session] = connection
    let record = SessionRecord(
      id: greeting.session, player: greeting.player, tokenHashes: tokenHashes(greeting))
    unansweredRecords += 1
    unwelcomed.append((connection, greeting.deadline))
    out.append(.session(record, for: connection))
  }

  /// The token that is used stays good until the newest is: the answer that brings that may be lost.
  private func tokenHashes(_ greeting: PendingHandshake) -> [[UInt8]] {
    [greeting.formerHash, hashing.sha256(greeting.newToken)].compactMap { $0 }
  }

  /// Keeps what a peer says until it has been welcomed.
  mutating func hold(
    _ message: ClientMessage, over connection: ServerConnectionID, received: ServerTime,
    _ out: inout Outbox
  ) {
    guard
      connections[connection]?.greeting.map({ $0.held.count < PendingHandshake.heldLimit }) == true
    else {
      return close(
        connection, code: .sessionHelloFirst, reason: "Wait for the welcome before sending more.",
        closeCode: 1008, &out)
    }
    connections[connection]?.greeting?.held.append((message, received))
  }

  /// The journal has answered: the session may begin, or go on, or has its player proven.
  ///
  /// Where it is not kept, a session that is known goes on by the token it has; that the one before is
  /// good no more is then known to this process alone. A new one would not outlive the process, so it
  /// is asked to come back.
  mutating func welcome(
    _ connection: ServerConnectionID, isKept: Bool, now: ServerTime, _ out: inout Outbox
  ) {
    if let late = connections[connection]?.lateAnswers, late > 0 {
      connections[connection]?.lateAnswers = late - 1
      return
    }
    guard let greeting = connections[connection]?.greeting else { return }
    conclude(greeting, over: connection, isKept: isKept, now: now, &out)
  }

  /// Waits no longer for a journal that does not answer: it counts as if nothing were kept.
  ///
  /// Its answer may still come, and is then passed over. A session that was to begin is taken back
  /// behind it; one that is known goes on by the token it has, which the journal keeps in any case.
  mutating func giveUpWaiting(now: ServerTime, _ out: inout Outbox) {
    while let (connection, deadline) = unwelcomed.first, deadline <= now {
      unwelcomed.removeFirst()
      guard let greeting = connections[connection]?.greeting, greeting.deadline == deadline else {
        continue
      }
      connections[connection]?.lateAnswers += 1
      if greeting.occasion == .beginning { out.append(.forgotten(greeting.session)) }
      conclude(greeting, over: connection, isKept: false, now: now, &out)
    }
  }

  private mutating func conclude(
    _ greeting: PendingHandshake, over connection: ServerConnectionID, isKept: Bool,
    now: ServerTime,
    _ out: inout Outbox
  ) {
    connections[connection]?.greeting = nil
    let session = greeting.session
    sessions.greetings[session] = nil
    switch greeting.occasion {
    case .beginning where !isKept: return turnAway(connection, &out)
    case .beginning: directory.open(session, player: greeting.player)
    // One that is known may have come to its end meanwhile.
    case .returning where !directory.knows(session): return turnAway(connection, &out)
    // Its player may have proven the key over another session meanwhile, which goes on instead.
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
    sessions.attach(
      session, to: connection,
      tokenHashes: isKept ? tokenHashes(greeting) : [hashing.sha256(token)])
    sessions.goesOn(greeting.player.id, over: session)
    connections[connection]?.session = session
    say(token: token, to: session, over: connection, now: now, &out)
    deliver(directory.setConnected(true, session, now: now), &out)
    tellLine(of: connection, nil, now: now, &out)
    hear(greeting, over: connection, now: now, &out)
  }

  /// Tells a session its token and what to sign to prove a key.
  mutating func say(
    token: [UInt8], to session: SessionID, over connection: ServerConnectionID, now: ServerTime,
    _ out: inout Outbox
  ) {
    let challenge = random.bytes(KeyProof.challengeByteCount)
    connections[connection]?.challenge = challenge
    let welcome = Welcome(
      sessionID: session.rawValue, resumeToken: token, playerID: directory.player(session)?.id,
      serverTime: now, clockEpoch: clockEpoch, challenge: challenge,
      limits: connections[connection]?.limits ?? limits.client,
      serverVersion: version, highestRequestID: directory.highestRequest(of: session))
    send(.welcome(welcome), to: [connection], &out)
  }

  /// Takes up what was said while the welcome was awaited.
  private mutating func hear(
    _ greeting: PendingHandshake, over connection: ServerConnectionID, now: ServerTime,
    _ out: inout Outbox
  ) {
    for (index, held) in greeting.held.enumerated() {
      // A proof among it is awaited in turn, and what came behind that waits again.
      guard connections[connection]?.greeting == nil else {
        connections[connection]?.greeting?.held += greeting.held[index...]
        return
      }
      guard connections[connection]?.session == greeting.session else { return }
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

  /// A connection went before it was welcomed.
  mutating func abandon(_ greeting: PendingHandshake, now: ServerTime, _ out: inout Outbox) {
    sessions.greetings[greeting.session] = nil
    switch greeting.occasion {
    case .beginning: out.append(.forgotten(greeting.session))
    case .returning where directory.isConnected(greeting.session):
      // It had been taken over from another link.
      deliver(directory.setConnected(false, greeting.session, now: now), &out)
    case .returning, .proving: break
    }
  }

  /// Goes on where a journal ends; only in an empty server core, and later than any stamp in the journal.
  ///
  /// - Returns: rooms that cannot be gone on with, and what is to be done first of all.
  public mutating func restore(
    _ contents: JournalContents, now: ServerTime
  ) -> (losses: [RoomDirectory.Loss], outputs: [ServerOutput]) {
    for (session, hashes) in contents.tokenHashes {
      sessions.attach(session, to: nil, tokenHashes: hashes)
    }
    ratings = contents.ratings
    bans = BanList(contents.bans.filter { !$0.isOver(at: now) })
    let losses = directory.restore(contents.lobby, now: now)
    var out = Outbox()
    if directory.unsettled != contents.lobby.outages { out.append(.outages(directory.unsettled)) }
    deliver(directory.resume(after: now - contents.lobby.lastAlive, now: now), &out)
    return (losses, out.outputs)
  }
}

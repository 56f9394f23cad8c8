// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import Lobby
import Protocol

/// A hello or a proof that waits for the journal: a token must be kept before anybody has it.
struct Greeting: Sendable {
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
  /// Prepares a session for a hello, or takes up the one its token names; the newest link wins.
  mutating func greet(
    _ hello: Hello, over link: LinkID, now: ServerTime, _ out: inout Outbox
  ) {
    let greeting: Greeting
    let token = random.bytes(32)
    links[link]?.publicKey = hello.publicKey
    if let used = hello.resumeToken, let known = sessions.session(of: hashing.sha256(used)),
      let player = directory.player(known)
    {
      guard !turnsOut(link, player: player.id, now: now, &out) else { return }
      guard sessions.greets(known, over: link) else {
        return close(
          link, code: .sessionTakenOver, reason: "This session goes on over a newer connection.",
          closeCode: 1008, &out)
      }
      guard sessions.rival(of: known, as: player.id) == nil else { return giveWay(link, &out) }
      // A session that proves a key has one link for both.
      let former = Set([sessions.link(of: known), sessions.greetings[known]].compactMap { $0 })
      for former in former.sorted() {
        links[former]?.session = nil
        links[former]?.greeting = nil
        close(
          former, code: .sessionTakenOver, reason: "This session goes on over a newer connection.",
          closeCode: 1008, &out)
      }
      sessions.detach(known)
      greeting = Greeting(
        session: known, player: player, occasion: .returning(token: used),
        formerHash: hashing.sha256(used), newToken: token,
        deadline: now + LobbyLimits.journalTimeout)
    } else {
      do throws(Refusal) {
        let name = try PlayerName.check(hello.name, limit: limits.client.nameCharacters)
        greeting = Greeting(
          session: SessionID(random.identifier()),
          player: Player(name: name, isBot: hello.agent.hasPrefix("facedown-bot")),
          occasion: .beginning, formerHash: nil, newToken: token,
          deadline: now + LobbyLimits.journalTimeout)
      } catch {
        return close(
          link, code: error.code,
          reason: "The name must have \(error.fact("allowed") ?? "other characters").",
          closeCode: 1008, &out)
      }
      guard makeRoomForSession(now: now, &out) else {
        return close(
          link, code: .limitSessions, reason: "The server is full.", closeCode: 1008,
          retryAfter: .seconds(30), &out)
      }
    }
    keep(greeting, over: link, &out)
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
  mutating func keep(_ greeting: Greeting, over link: LinkID, _ out: inout Outbox) {
    links[link]?.greeting = greeting
    sessions.greetings[greeting.session] = link
    let record = SessionRecord(
      id: greeting.session, player: greeting.player, tokenHashes: tokenHashes(greeting))
    unansweredRecords += 1
    unwelcomed.append((link, greeting.deadline))
    out.append(.session(record, for: link))
  }

  /// The token that is used stays good until the newest is: the answer that brings that may be lost.
  private func tokenHashes(_ greeting: Greeting) -> [[UInt8]] {
    [greeting.formerHash, hashing.sha256(greeting.newToken)].compactMap { $0 }
  }

  /// Keeps what a peer says until it has been welcomed.
  mutating func hold(
    _ message: ClientMessage, over link: LinkID, received: ServerTime, _ out: inout Outbox
  ) {
    guard links[link]?.greeting.map({ $0.held.count < Greeting.heldLimit }) == true else {
      return close(
        link, code: .sessionHelloFirst, reason: "Wait for the welcome before you go on.",
        closeCode: 1008, &out)
    }
    links[link]?.greeting?.held.append((message, received))
  }

  /// The journal has answered: the session may begin, or go on, or has its player proven.
  ///
  /// Where it is not kept, a session that is known goes on by the token it has; that the one before is
  /// good no more is then known to this process alone. A new one would not outlive the process, so it
  /// is asked to come back.
  mutating func welcome(
    _ link: LinkID, isKept: Bool, now: ServerTime, _ out: inout Outbox
  ) {
    if let late = links[link]?.lateAnswers, late > 0 {
      links[link]?.lateAnswers = late - 1
      return
    }
    guard let greeting = links[link]?.greeting else { return }
    conclude(greeting, over: link, isKept: isKept, now: now, &out)
  }

  /// Waits no longer for a journal that does not answer: it counts as if nothing were kept.
  ///
  /// Its answer may still come, and is then passed over. A session that was to begin is taken back
  /// behind it; one that is known goes on by the token it has, which the journal keeps in any case.
  mutating func giveUpWaiting(now: ServerTime, _ out: inout Outbox) {
    while let (link, deadline) = unwelcomed.first, deadline <= now {
      unwelcomed.removeFirst()
      guard let greeting = links[link]?.greeting, greeting.deadline == deadline else { continue }
      links[link]?.lateAnswers += 1
      if greeting.occasion == .beginning { out.append(.forgotten(greeting.session)) }
      conclude(greeting, over: link, isKept: false, now: now, &out)
    }
  }

  private mutating func conclude(
    _ greeting: Greeting, over link: LinkID, isKept: Bool, now: ServerTime, _ out: inout Outbox
  ) {
    links[link]?.greeting = nil
    let session = greeting.session
    sessions.greetings[session] = nil
    switch greeting.occasion {
    case .beginning where !isKept: return turnAway(link, &out)
    case .beginning: directory.open(session, player: greeting.player)
    // One that is known may have come to its end meanwhile.
    case .returning where !directory.knows(session): return turnAway(link, &out)
    // Its player may have proven the key over another session meanwhile, which goes on instead.
    case .returning where sessions.rival(of: session, as: greeting.player.id) != nil:
      giveWay(link, &out)
      return abandon(greeting, now: now, &out)
    case .returning: break
    case .proving:
      finishProof(greeting, over: link, isKept: isKept, now: now, &out)
      return hear(greeting, over: link, now: now, &out)
    }
    var token = greeting.newToken
    if !isKept, case .returning(let used) = greeting.occasion { token = used }
    sessions.attach(
      session, to: link,
      tokenHashes: isKept ? tokenHashes(greeting) : [hashing.sha256(token)])
    sessions.goesOn(greeting.player.id, over: session)
    links[link]?.session = session
    say(token: token, to: session, over: link, now: now, &out)
    deliver(directory.setConnected(true, session, now: now), &out)
    tellLine(of: link, nil, now: now, &out)
    hear(greeting, over: link, now: now, &out)
  }

  /// Tells a session its token and what to sign to prove a key.
  mutating func say(
    token: [UInt8], to session: SessionID, over link: LinkID, now: ServerTime, _ out: inout Outbox
  ) {
    let challenge = random.bytes(KeyProof.challengeByteCount)
    links[link]?.challenge = challenge
    let welcome = Welcome(
      sessionID: session.rawValue, resumeToken: token, playerID: directory.player(session)?.id,
      serverTime: now, clockEpoch: clockEpoch, challenge: challenge,
      limits: links[link]?.limits ?? limits.client,
      serverVersion: version, highestRequestID: directory.highestRequest(of: session))
    send(.welcome(welcome), to: [link], &out)
  }

  /// Takes up what was said while the welcome was awaited.
  private mutating func hear(
    _ greeting: Greeting, over link: LinkID, now: ServerTime, _ out: inout Outbox
  ) {
    for (index, held) in greeting.held.enumerated() {
      // A proof among it is awaited in turn, and what came behind that waits again.
      guard links[link]?.greeting == nil else {
        links[link]?.greeting?.held += greeting.held[index...]
        return
      }
      guard links[link]?.session == greeting.session else { return }
      handle(
        held.message, from: greeting.session, over: link, received: held.received, now: now, &out)
    }
  }

  private mutating func turnAway(_ link: LinkID, _ out: inout Outbox) {
    let closing = Closing(
      code: RefusalCode.journalUnavailable.rawValue, retryAfter: limits.journalRetry,
      reason: "The server cannot keep matches at the moment.")
    send(.closing(closing), to: [link], &out)
    out.append(.close(link, code: 1011, reason: closing.code))
  }

  /// A link went before it was welcomed.
  mutating func abandon(_ greeting: Greeting, now: ServerTime, _ out: inout Outbox) {
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

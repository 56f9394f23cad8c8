// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import Lobby
import Protocol

/// A hello that waits for the journal: a token must be kept before anybody has it.
struct Greeting: Sendable {
  /// Messages held for each hello, fewer than may come at once; who says more has not waited for its
  /// welcome.
  static let heldLimit = 32

  let session: SessionID
  let player: Player
  /// Whether the session begins with this hello.
  let isNew: Bool
  /// The token it came back by.
  let usedToken: [UInt8]?
  /// The token it is to be given.
  let newToken: [UInt8]
  /// What came behind the hello, in order.
  var held: [(message: ClientMessage, received: ServerTime)] = []
}

extension Hall {
  /// Prepares a session for a hello, or takes up the one its token names; the newest link wins.
  mutating func greet(
    _ hello: Hello, over link: LinkID, now: ServerTime, _ out: inout Outbox
  ) {
    let greeting: Greeting
    let token = random.bytes(32)
    if let used = hello.resumeToken, let known = sessions.session(of: hashing.sha256(used)),
      let player = directory.player(known)
    {
      guard sessions.greets(known, over: link) else {
        return close(
          link, code: .sessionTakenOver, reason: "This session goes on over a newer connection.",
          closeCode: 1008, &out)
      }
      for former in [sessions.link(of: known), sessions.greetings[known]].compactMap({ $0 }) {
        links[former]?.session = nil
        links[former]?.greeting = nil
        close(
          former, code: .sessionTakenOver, reason: "This session goes on over a newer connection.",
          closeCode: 1008, &out)
      }
      sessions.detach(known)
      greeting = Greeting(
        session: known, player: player, isNew: false, usedToken: used, newToken: token)
    } else {
      guard sessions.count < limits.process.sessions else {
        return close(
          link, code: .limitSessions, reason: "The server is full.", closeCode: 1008,
          retryAfter: .seconds(30), &out)
      }
      do throws(Refusal) {
        let name = try PlayerName.check(hello.name, limit: limits.client.nameCharacters)
        greeting = Greeting(
          session: SessionID(random.identifier()),
          player: Player(name: name, isBot: hello.agent.hasPrefix("facedown-bot")), isNew: true,
          usedToken: nil, newToken: token)
      } catch {
        return close(
          link, code: error.code,
          reason: "The name must have \(error.fact("allowed") ?? "other characters").",
          closeCode: 1008, &out)
      }
    }
    links[link]?.greeting = greeting
    sessions.greetings[greeting.session] = link
    let record = SessionRecord(
      id: greeting.session, player: greeting.player, tokenHashes: tokenHashes(greeting))
    unansweredRecords += 1
    out.append(.session(record, for: link))
  }

  /// The token that is used stays good until the newest is: the answer that brings that may be lost.
  private func tokenHashes(_ greeting: Greeting) -> [[UInt8]] {
    [greeting.usedToken, greeting.newToken].compactMap { $0.map(hashing.sha256) }
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

  /// The journal has answered: the session may begin, or go on.
  ///
  /// Where it is not kept, a session that is known goes on by the token it has; that the one before is
  /// good no more is then known to this process alone. A new one would not outlive the process, so it
  /// is asked to come back.
  mutating func welcome(
    _ link: LinkID, isKept: Bool, now: ServerTime, _ out: inout Outbox
  ) {
    guard let greeting = links[link]?.greeting else { return }
    links[link]?.greeting = nil
    let session = greeting.session
    sessions.greetings[session] = nil
    // One that is known may have come to its end meanwhile.
    guard greeting.isNew ? isKept : directory.knows(session) else {
      let closing = Closing(
        code: RefusalCode.journalUnavailable.rawValue, retryAfter: limits.journalRetry,
        reason: "The server cannot keep matches at the moment.")
      send(.closing(closing), to: [link], &out)
      return out.append(.close(link, code: 1011, reason: closing.code))
    }
    if greeting.isNew { directory.open(session, player: greeting.player) }
    let token = isKept ? greeting.newToken : greeting.usedToken ?? greeting.newToken
    sessions.attach(
      session, to: link,
      tokenHashes: isKept ? tokenHashes(greeting) : [hashing.sha256(token)])
    links[link]?.session = session
    let welcome = Welcome(
      sessionID: session.rawValue, resumeToken: token, serverTime: now, clockEpoch: clockEpoch,
      challenge: [], limits: limits.client, serverVersion: version)
    send(.welcome(welcome), to: [link], &out)
    deliver(directory.setConnected(true, session, now: now), &out)
    tellLine(of: link, nil, now: now, &out)
    for (message, received) in greeting.held where links[link]?.session == session {
      handle(message, from: session, over: link, received: received, now: now, &out)
    }
  }

  /// A link went before it was welcomed.
  mutating func abandon(_ greeting: Greeting, now: ServerTime, _ out: inout Outbox) {
    sessions.greetings[greeting.session] = nil
    if greeting.isNew {
      out.append(.forgotten(greeting.session))
    } else if directory.isConnected(greeting.session) {
      // It had been taken over from another link.
      deliver(directory.setConnected(false, greeting.session, now: now), &out)
    }
  }

  /// Goes on where a journal ends; only in an empty hall, and later than any stamp in the journal.
  ///
  /// - Returns: rooms that cannot be gone on with, and what is to be done first of all.
  public mutating func restore(
    _ contents: JournalContents, now: ServerTime
  ) -> (losses: [RoomDirectory.Loss], outputs: [HallOutput]) {
    for (session, hashes) in contents.tokenHashes {
      sessions.attach(session, to: nil, tokenHashes: hashes)
    }
    ratings = contents.ratings
    let losses = directory.restore(contents.lobby, now: now)
    var out = Outbox()
    if directory.unsettled != contents.lobby.outages { out.append(.outages(directory.unsettled)) }
    deliver(directory.resume(after: now - contents.lobby.lastAlive, now: now), &out)
    return (losses, out.outputs)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol
import Testing

@testable import MatchServer

@Suite("Sessions of connections", .timeLimit(.minutes(1)))
struct SessionsTests {
  private let now = ServerTime(microseconds: 1_000_000)
  private let ada = SessionID("ada")
  private let first = ServerConnectionID(1)
  private let second = ServerConnectionID(2)

  private func handshake(
    _ session: SessionID, _ occasion: PendingHandshake.Occasion = .beginning
  ) -> PendingHandshake {
    PendingHandshake(
      session: session, player: Player(name: "Ada"), occasion: occasion, formerHash: nil,
      newToken: [])
  }

  private func opened(_ connections: ServerConnectionID...) -> Sessions {
    var sessions = Sessions()
    for connection in connections { sessions.opened(connection, helloBy: now + .seconds(5)) }
    return sessions
  }

  private func time(_ seconds: Int) -> ServerTime { now + .seconds(seconds) }

  @Test("a hello is welcomed, detached by its connection's end, and welcomed again")
  func begins() {
    var sessions = opened(first, second)
    sessions.begin(handshake(ada), over: first, deadline: time(2))
    #expect(sessions.isAlive(ada) && sessions.session(over: first) == nil)
    let answered = sessions.end(over: first)
    #expect(answered?.session == ada)
    sessions.welcome(ada, over: first, tokenHashes: [[1], [2]], revision: Revision(1))
    #expect(sessions.session(over: first) == ada && sessions.connection(of: ada) == first)
    #expect(sessions.welcomed == [first])
    let ended = sessions.closed(first)
    #expect(ended.session == ada && ended.handshake == nil)
    #expect(sessions.connection(of: ada) == nil && sessions.isAlive(ada))
    sessions.begin(handshake(ada, .returning(token: [9])), over: second, deadline: time(2))
    _ = sessions.end(over: second)
    sessions.welcome(ada, over: second, tokenHashes: [[2], [3]], revision: nil)
    #expect(sessions.tokens.hashes(of: ada) == [[2], [3]])
    #expect(sessions.tokens.revision(of: ada) == Revision(1), "Nothing else is known.")
    #expect(sessions.count == 1)
  }

  @Test("a connection that says nothing is overdue once, one in its handshake never")
  func silent() {
    var sessions = opened(first, second)
    sessions.begin(handshake(ada), over: second, deadline: time(9))
    #expect(sessions.nextWake == time(5))
    var overdue = sessions.takeSilent(now: time(4))
    #expect(overdue.isEmpty)
    overdue = sessions.takeSilent(now: time(5))
    #expect(overdue == [first] && sessions.nextWake == time(9))
    overdue = sessions.takeSilent(now: time(6))
    #expect(overdue.isEmpty)
  }

  @Test("an answer that comes after its handshake timed out counts for no later one")
  func lateAnswers() {
    var sessions = opened(first)
    sessions.begin(handshake(ada), over: first, deadline: time(2))
    let late = sessions.ask(over: first)
    let overdue = sessions.takeOverdue(now: time(2))
    #expect(overdue == first)
    _ = sessions.end(over: first)
    let more = sessions.takeOverdue(now: time(2))
    #expect(more == nil && !sessions.isAlive(ada))
    sessions.begin(handshake(SessionID("again")), over: first, deadline: time(4))
    let question = sessions.ask(over: first)
    var answered = sessions.take(late)
    #expect(answered == nil, "The first handshake's answer.")
    answered = sessions.take(question)
    #expect(answered == .handshake(first))
    answered = sessions.take(question)
    #expect(answered == nil, "It is answered once.")
  }

  @Test("a question that is asked again is answered by the later answer alone")
  func asksAgain() {
    var sessions = opened(first)
    sessions.begin(handshake(ada), over: first, deadline: time(2))
    let (once, again) = (sessions.ask(over: first), sessions.ask(over: first))
    let answers = [sessions.take(once), sessions.take(again)]
    #expect(answers == [nil, .handshake(first)])
  }

  @Test("a hello that waits for a read has its deadline until it is welcomed, and ends with it")
  func fetching() {
    let token = ResumeToken(of: ada, secret: [UInt8](repeating: 7, count: 32))
    let hello = Hello(agent: "test", name: "Ada", resumeToken: token.bytes)
    var sessions = opened(first, second)
    var ids: [CorrelationID] = []
    for connection in [first, second] {
      let fetch = PendingFetch(hello: hello, token: token, deadline: time(2))
      ids.append(sessions.fetch(fetch, over: connection))
      #expect(sessions.isWaiting(connection) && sessions.handshake(over: connection) == nil)
    }
    let isHeld = sessions.hold((.request(id: RequestID(1), .leaveRoom), now), over: first)
    #expect(isHeld && !sessions.isAlive(ada), "Nothing is known of it yet.")
    let fetched = sessions.fetched(ids[0])
    #expect(fetched?.connection == first && fetched?.fetch.token == token)
    sessions.begin(handshake(ada), over: first, deadline: time(2))
    var overdue = [sessions.takeOverdue(now: time(2)), sessions.takeOverdue(now: time(2))]
    #expect(overdue == [first, second])
    let late = sessions.fetched(ids[1])
    #expect(late == nil)
    overdue = [sessions.takeOverdue(now: time(9))]
    #expect(overdue == [nil] && sessions.nextWake == time(5), "Nothing is due twice.")
    let ended = sessions.closed(second)
    #expect(ended.handshake == nil && ended.session == nil)
  }

  @Test("a handshake holds so many messages, and gives them back in order")
  func held() {
    var sessions = opened(first)
    var isHeld = sessions.hold((.request(id: RequestID(1), .leaveRoom), now), over: first)
    #expect(!isHeld, "Nothing is held before a hello.")
    sessions.begin(handshake(ada), over: first, deadline: time(2))
    for number in 1...SessionLine.heldLimit {
      isHeld = sessions.hold(
        (.request(id: RequestID(UInt64(number)), .leaveRoom), now), over: first)
      #expect(isHeld)
    }
    isHeld = sessions.hold((.request(id: RequestID(99), .leaveRoom), now), over: first)
    #expect(!isHeld)
    let early = sessions.takeHeld(over: first, of: ada)
    #expect(early == nil)
    _ = sessions.end(over: first)
    sessions.welcome(ada, over: first, tokenHashes: [], revision: nil)
    var ids: [RequestID?] = []
    while let held = sessions.takeHeld(over: first, of: ada) { ids.append(held.message.requestID) }
    #expect(ids == (1...UInt64(SessionLine.heldLimit)).map { RequestID($0) })
  }

  @Test("a displaced session speaks over no connection, and its proof has ended")
  func displaced() {
    var sessions = opened(first)
    sessions.begin(handshake(ada), over: first, deadline: time(2))
    _ = sessions.end(over: first)
    sessions.welcome(ada, over: first, tokenHashes: [[1]], revision: Revision(1))
    sessions.begin(handshake(ada, .proving), over: first, deadline: time(3))
    let question = sessions.ask(over: first)
    #expect(sessions.session(over: first) == ada && sessions.handshake(over: first) != nil)
    let former = sessions.displace(ada)
    #expect(former == [first] && sessions.session(over: first) == nil)
    let answered = sessions.take(question)
    #expect(answered == nil)
    sessions.seal(ada)
    #expect(!sessions.isAlive(ada) && sessions.tokens.hashes(of: ada) == [])
    let ended = sessions.closed(first)
    #expect(ended.session == nil && ended.handshake == nil)
  }

  @Test("only the newest connected session of a proven player is no rival")
  func rivals() {
    var sessions = opened(first, second)
    let again = SessionID("again")
    for (session, connection) in [(ada, first), (again, second)] {
      sessions.begin(handshake(session), over: connection, deadline: time(2))
      _ = sessions.end(over: connection)
      sessions.welcome(session, over: connection, tokenHashes: [], revision: nil)
    }
    sessions.goesOn("key", over: ada)
    #expect(sessions.rival(of: again, as: "key") == ada)
    #expect(sessions.rival(of: ada, as: "key") == nil && sessions.rival(of: again, as: nil) == nil)
    sessions.goesOn("key", over: again)
    #expect(sessions.rival(of: ada, as: "key") == again)
    _ = sessions.closed(second)
    #expect(sessions.rival(of: ada, as: "key") == nil, "A disconnected session is no rival.")
  }
}

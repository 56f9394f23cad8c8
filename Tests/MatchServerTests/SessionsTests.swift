// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
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
    _ session: SessionID, _ occasion: PendingHandshake.Occasion = .beginning, until seconds: Int = 2
  ) -> PendingHandshake {
    PendingHandshake(
      session: session, player: Player(name: "Ada"), occasion: occasion, formerHash: nil,
      newToken: [], deadline: now + .seconds(seconds))
  }

  private func opened(_ connections: ServerConnectionID...) -> Sessions {
    var sessions = Sessions()
    for connection in connections { sessions.opened(connection, helloBy: now + .seconds(5)) }
    return sessions
  }

  @Test("a hello is welcomed, detached by its connection's end, and resumed by its token alone")
  func begins() {
    var sessions = opened(first, second)
    sessions.begin(handshake(ada), over: first)
    #expect(sessions.isAlive(ada) && sessions.session(over: first) == nil)
    #expect(sessions.answered(first)?.session == ada)
    sessions.welcome(ada, over: first, tokenHashes: [[1], [2]])
    #expect(sessions.session(over: first) == ada && sessions.connection(of: ada) == first)
    #expect(sessions.welcomed == [first])
    let ended = sessions.closed(first)
    #expect(ended.session == ada && ended.handshake == nil)
    #expect(sessions.connection(of: ada) == nil && sessions.isAlive(ada))
    #expect(sessions.session(of: [1]) == ada && sessions.session(of: [2]) == ada)
    #expect(sessions.session(of: [3]) == nil)
    sessions.begin(handshake(ada, .returning(token: [9])), over: second)
    _ = sessions.answered(second)
    sessions.welcome(ada, over: second, tokenHashes: [[2], [3]])
    #expect(sessions.session(of: [1]) == nil && sessions.session(of: [3]) == ada)
    #expect(sessions.newestTokenHash(of: ada) == [3] && sessions.count == 1)
  }

  @Test("a connection that says nothing is overdue once, one in its handshake never")
  func silent() {
    var sessions = opened(first, second)
    sessions.begin(handshake(ada, until: 9), over: second)
    #expect(sessions.nextWake == now + .seconds(5))
    var overdue = sessions.takeSilent(now: now + .seconds(4))
    #expect(overdue.isEmpty)
    overdue = sessions.takeSilent(now: now + .seconds(5))
    #expect(overdue == [first] && sessions.nextWake == now + .seconds(9))
    overdue = sessions.takeSilent(now: now + .seconds(6))
    #expect(overdue.isEmpty)
  }

  @Test("an answer that comes after its handshake timed out counts for no later one")
  func lateAnswers() {
    var sessions = opened(first)
    sessions.begin(handshake(ada), over: first)
    let overdue = sessions.takeOverdue(now: now + .seconds(2))
    #expect(overdue?.connection == first && overdue?.handshake.session == ada)
    let more = sessions.takeOverdue(now: now + .seconds(2))
    #expect(more == nil && !sessions.isAlive(ada))
    sessions.begin(handshake(SessionID("again"), until: 4), over: first)
    var answered = sessions.answered(first)
    #expect(answered == nil, "The first handshake's answer.")
    answered = sessions.answered(first)
    #expect(answered?.session == SessionID("again"))
  }

  @Test("a handshake holds so many messages, and gives them back in order")
  func held() {
    var sessions = opened(first)
    var isHeld = sessions.hold((.leaveRoom(id: RequestID(1)), now), over: first)
    #expect(!isHeld, "Nothing is held before a hello.")
    sessions.begin(handshake(ada), over: first)
    for number in 1...PendingHandshake.heldLimit {
      isHeld = sessions.hold((.leaveRoom(id: RequestID(UInt64(number))), now), over: first)
      #expect(isHeld)
    }
    isHeld = sessions.hold((.leaveRoom(id: RequestID(99)), now), over: first)
    #expect(!isHeld)
    let ids = sessions.answered(first)?.held.map { $0.message.requestID }
    #expect(ids == (1...UInt64(PendingHandshake.heldLimit)).map { RequestID($0) })
  }

  @Test("a displaced session speaks over no connection, and its proof has ended")
  func displaced() {
    var sessions = opened(first)
    sessions.begin(handshake(ada), over: first)
    _ = sessions.answered(first)
    sessions.welcome(ada, over: first, tokenHashes: [[1]])
    sessions.begin(handshake(ada, .proving, until: 3), over: first)
    #expect(sessions.session(over: first) == ada && sessions.handshake(over: first) != nil)
    let former = sessions.displace(ada)
    #expect(former == [first] && sessions.session(over: first) == nil)
    let answered = sessions.answered(first)
    #expect(answered == nil)
    sessions.seal(ada)
    #expect(!sessions.isAlive(ada) && sessions.session(of: [1]) == nil)
    let ended = sessions.closed(first)
    #expect(ended.session == nil && ended.handshake == nil)
  }

  @Test("only the newest connected session of a proven player is no rival")
  func rivals() {
    var sessions = opened(first, second)
    let again = SessionID("again")
    for (session, connection) in [(ada, first), (again, second)] {
      sessions.begin(handshake(session), over: connection)
      _ = sessions.answered(connection)
      sessions.welcome(session, over: connection, tokenHashes: [])
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

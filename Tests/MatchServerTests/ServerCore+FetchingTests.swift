// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Journal
import LibWebSockets
import Lobby
import Protocol
import Testing
import Wire

@testable import MatchServer

@Suite("Sessions that leave memory, and hellos that wait for a read", .timeLimit(.minutes(1)))
struct ServerCoreFetchingTests {
  private let journal = FaultyJournal()

  /// A server without anybody, after a guest has been in a room and left for so long.
  private func left(for seconds: Int = 125) throws -> (server: ScriptedServer, welcome: Welcome) {
    var server = ScriptedServer(journal: journal)
    let ana = server.open("Ana")
    let welcome = try #require(server.welcome(ana))
    _ = server.create(MatchSettings(), over: ana)
    server.say(.request(id: server.nextID(), .leaveRoom), over: ana)
    server.feed(.closed(ana))
    server.pass(.seconds(seconds))
    return (server, welcome)
  }

  @Test("a session that nobody uses leaves memory, and its next hello reads it back")
  func comesBack() throws {
    let (first, welcome) = try left()
    var server = first
    #expect(server.server.sessions.count == 0, "It is in the journal alone.")
    #expect(!server.server.directory.knows(SessionID(welcome.sessionID)))
    let stored = try #require(journal.registered.first)
    #expect(stored.record.detachedAt != nil && stored.record.highest == RequestID(2))
    let back = server.open("Ana", token: welcome.resumeToken)
    let again = try #require(server.welcome(back))
    #expect(again.sessionID == welcome.sessionID && again.resumeToken != welcome.resumeToken)
    #expect(again.highestRequestID == RequestID(2), "What it asked for is not forgotten.")
    #expect(journal.registered.first?.record.detachedAt == nil, "It is in use again.")
    _ = server.create(MatchSettings(), over: back)
    #expect(server.joined(back)?.seat == SeatIndex(0))
  }

  @Test("a session in memory is not read, nor one that has never been in a room kept")
  func staysIn() throws {
    let (first, welcome) = try left(for: 59)
    var server = first
    #expect(server.server.sessions.count == 1)
    _ = server.open("Ana", token: welcome.resumeToken)
    #expect(!server.outputs.contains { if case .fetch = $0 { true } else { false } })
    let eve = server.open("Eve")
    server.feed(.closed(eve))
    server.pass(.seconds(61))
    #expect(journal.registered.map(\.record.player.name) == ["Ana"])
  }

  @Test("a session with a seat stays in memory, and one whose answers an open room has")
  func seated() throws {
    var server = ScriptedServer(journal: journal)
    let (ana, ben) = (server.open("Ana"), server.open("Ben"))
    let code = server.create(MatchSettings(seats: 2), over: ana)
    server.join(code, .player, over: ben)
    server.say(.request(id: server.nextID(), .leaveRoom), over: ben)
    server.feed(.closed(ben))
    server.pass(.seconds(300))
    #expect(server.server.sessions.count == 2, "Ana sits there, and Ben may ask again.")
    server.feed(.closed(ana))
    server.pass(.seconds(250))
    #expect(server.server.sessions.count == 0, "The room has closed.")
  }

  @Test(
    "after its time a session that left memory is unknown, as it would be in memory",
    arguments: [(599, true), (600, false)])
  func expires(seconds: Int, isKnown: Bool) throws {
    let (first, welcome) = try left(for: seconds)
    var server = first
    let back = server.open("Ana", token: welcome.resumeToken)
    #expect((server.welcome(back)?.sessionID == welcome.sessionID) == isKnown)
  }

  @Test("what is sent during the read is held within the limit, and heard after the welcome")
  func holds() throws {
    let (first, welcome) = try left()
    var server = first
    journal.fault = .stalled
    let back = server.open("Ana", token: welcome.resumeToken)
    server.say(.ping(Ping(id: 1, t0: 5)), over: back)
    server.say(.request(id: RequestID(9), .createRoom(MatchSettings())), over: back)
    #expect(server.pong(back) != nil && server.welcome(back) == nil)
    server.pass(.milliseconds(1999))
    #expect(!server.closed.contains(back))
    journal.fault = .none
    server.hearJournal()
    #expect(server.welcome(back)?.sessionID == welcome.sessionID)
    #expect(server.joined(back) != nil)
    server.feed(.closed(back))
    server.pass(.seconds(900))
    journal.fault = .stalled
    let flood = server.open("Ana", token: welcome.resumeToken)
    for _ in 0..<32 { server.say(.listRooms(watch: false), over: flood) }
    #expect(!server.closed.contains(flood))
    server.say(.listRooms(watch: false), over: flood)
    #expect(server.closed.contains(flood))
  }

  @Test("if the session cannot be read, the client is told to retry with its token")
  func unreadable() throws {
    let (first, welcome) = try left()
    var server = first
    journal.isUnreadable = true
    let back = server.open("Ana", token: welcome.resumeToken)
    let closing = try #require(server.closing(back))
    #expect(closing.code == "journal/unavailable" && closing.retryAfter == .seconds(2))
    #expect(server.welcome(back) == nil && server.closed.contains(back))
    journal.isUnreadable = false
    let again = server.open("Ana", token: welcome.resumeToken)
    #expect(server.welcome(again)?.sessionID == welcome.sessionID)
  }

  @Test("a read that takes two seconds ends its hello, and its answer is ignored")
  func slow() throws {
    let (first, welcome) = try left()
    var server = first
    journal.fault = .stalled
    let back = server.open("Ana", token: welcome.resumeToken)
    server.pass(.seconds(2))
    #expect(server.closing(back)?.code == "journal/unavailable")
    journal.fault = .none
    server.hearJournal()
    #expect(server.welcome(back) == nil && server.server.sessions.count == 0)
    server.feed(.closed(back))
    let again = server.open("Ana", token: welcome.resumeToken)
    #expect(server.welcome(again)?.sessionID == welcome.sessionID)
  }

  @Test("read and put together have the two seconds of one hello")
  func deadline() throws {
    let (first, welcome) = try left()
    var server = first
    server.isJournalMute = true
    let back = server.open("Ana", token: welcome.resumeToken)
    server.pass(.milliseconds(1500))
    journal.fault = .stalled
    server.hearJournal()
    #expect(server.server.sessions.handshake(over: back) != nil, "It was read in time.")
    server.pass(.milliseconds(499))
    #expect(server.welcome(back) == nil)
    server.pass(.milliseconds(1))
    #expect(server.welcome(back)?.resumeToken == welcome.resumeToken)
  }

  @Test("a client that leaves during the read leaves nothing behind")
  func gone() throws {
    let (first, welcome) = try left()
    var server = first
    journal.fault = .stalled
    let back = server.open("Ana", token: welcome.resumeToken)
    server.feed(.closed(back))
    journal.fault = .none
    server.hearJournal()
    #expect(server.server.sessions.count == 0 && server.welcome(back) == nil)
  }

  @Test(
    "of two hellos for a session that is read the later wins, whichever is read first",
    arguments: [false, true])
  func rivals(isReversed: Bool) throws {
    let (first, welcome) = try left()
    var server = first
    let session = SessionID(welcome.sessionID)
    journal.fault = .stalled
    let hellos = (0..<2).map { _ in server.open("Ana", token: welcome.resumeToken) }
    let asked = server.outputs.compactMap { output -> CorrelationID? in
      if case .fetch(session, let id) = output { id } else { nil }
    }
    try #require(asked.count == 2)
    let found = RegistryAnswer.found(journal.registered.first)
    for id in isReversed ? asked.reversed() : asked { server.feed(.fetched(found, for: id)) }
    journal.fault = .none
    server.hearJournal()
    #expect(server.welcome(hellos[0]) == nil)
    #expect(server.closing(hellos[0])?.code == "session/taken_over")
    let winner = try #require(server.welcome(hellos[1]))
    #expect(winner.sessionID == welcome.sessionID)
    let hash = Hashing.openSSL.sha256(winner.resumeToken)
    #expect(journal.registered.map(\.record.tokenHashes.last) == [hash])
  }

  @Test("a token with another secret resumes nothing, and disturbs nobody")
  func forged() throws {
    let (first, welcome) = try left()
    var server = first
    var forged = welcome.resumeToken
    forged[forged.count - 1] ^= 1
    let eve = server.open("Eve", token: forged)
    #expect(server.welcome(eve).map { $0.sessionID != welcome.sessionID } == true)
    let back = server.open("Ana", token: welcome.resumeToken)
    #expect(server.welcome(back)?.sessionID == welcome.sessionID)
    let again = server.open("Eve", token: forged)
    #expect(server.welcome(again).map { $0.sessionID != welcome.sessionID } == true)
    #expect(!server.closed.contains(back))
  }

  @Test("a session is unloaded only once it is stored, and a hello meanwhile goes first")
  func detaching() throws {
    let (first, welcome) = try left(for: 59)
    var server = first
    journal.fault = .full
    server.pass(.seconds(100))
    #expect(server.server.sessions.count == 1, "Nothing else remembers it.")
    journal.fault = .none
    server.isJournalMute = true
    server.pass(.seconds(60))
    let back = server.open("Ana", token: welcome.resumeToken)
    server.isJournalMute = false
    server.hearJournal()
    let again = try #require(server.welcome(back))
    #expect(again.sessionID == welcome.sessionID && again.resumeToken != welcome.resumeToken)
    #expect(server.server.sessions.connection(of: SessionID(again.sessionID)) == back)
    #expect(journal.registered.first?.record.detachedAt == nil)
  }

  @Test("after an unclear put the client keeps using its token", arguments: [true, false])
  func unclear(hasLanded: Bool) throws {
    var server = ScriptedServer(journal: journal)
    let ana = server.open("Ana")
    let welcome = try #require(server.welcome(ana))
    let code = server.create(MatchSettings(), over: ana)
    server.feed(.closed(ana))
    journal.fault = hasLanded ? .unclearLanded : .unclearLost
    let back = server.open("Ana", token: welcome.resumeToken)
    #expect(server.welcome(back)?.resumeToken == welcome.resumeToken)
    journal.fault = .none
    for isRestarted in [false, true] {
      if isRestarted { server.restart(with: journal.contents) }
      var server = server
      let next = server.open("Ana", token: welcome.resumeToken)
      let latest = try #require(server.welcome(next))
      #expect(latest.sessionID == welcome.sessionID)
      #expect(latest.resumeToken != welcome.resumeToken, "What stands there was learnt.")
      server.join(code, .player, over: next)
      #expect(server.joined(next)?.seat == SeatIndex(0))
    }
  }

  @Test("a session whose token another server has used up continues there")
  func elsewhere() throws {
    var server = ScriptedServer(journal: journal)
    let ana = server.open("Ana")
    let welcome = try #require(server.welcome(ana))
    var taken = try #require(journal.registered.first)
    taken.record.tokenHashes = [[1], [2]]
    journal.write([.session(taken.record, expecting: taken.revision, for: CorrelationID(9))]) {
      _ in
    }
    let back = server.open("Ana", token: welcome.resumeToken)
    #expect(server.closing(back)?.code == "session/taken_over")
    #expect(journal.registered.first?.record == taken.record, "Nothing was overwritten.")
    let fresh = server.open("Ana", token: welcome.resumeToken)
    #expect(server.welcome(fresh).map { $0.sessionID != welcome.sessionID } == true)
  }

  @Test("after a start a session without a room is read, and one with a seat is there")
  func restarts() throws {
    var server = ScriptedServer(journal: journal)
    let (ana, ben) = (server.open("Ana"), server.open("Ben"))
    _ = server.create(MatchSettings(), over: ana)
    let tokens = [ana, ben].compactMap { server.welcome($0)?.resumeToken }
    server.restart(with: journal.contents)
    #expect(server.server.sessions.count == 1)
    for (hello, token) in zip([ana, ben], tokens) {
      let back = server.open("", token: token)
      #expect(server.welcome(back)?.sessionID == server.welcome(hello)?.sessionID)
    }
  }

  @Test("a session of an earlier server resumes by its token without a name")
  func unnamed() throws {
    let token = [UInt8](repeating: 97, count: 32)
    let record = SessionRecord(
      id: SessionID("old"), player: Player(name: "Ana"),
      tokenHashes: [Hashing.openSSL.sha256(token)])
    var contents = JournalContents()
    contents.sessions = [RegisteredSession(record, revision: Revision(0))]
    var server = ScriptedServer()
    server.restart(with: contents)
    let back = server.open("Ana", token: token)
    #expect(server.welcome(back)?.sessionID == "old")
    #expect(server.welcome(back)?.resumeToken.count == 35, "The next one has a name.")
  }

  @Test("a session that was kicked is not read back")
  func kicked() throws {
    var server = ScriptedServer(journal: journal)
    let ana = server.open("Ana")
    let welcome = try #require(server.welcome(ana))
    _ = server.create(MatchSettings(), over: ana)
    server.feed(.admin(.kick(session: welcome.sessionID, reason: ""), AdminRequestID(1)))
    server.feed(.closed(ana))
    for wait in [0, 125, 700] {
      server.pass(.seconds(wait))
      let back = server.open("Ana", token: welcome.resumeToken)
      #expect(server.welcome(back).map { $0.sessionID != welcome.sessionID } == true)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Journal
import Lobby
import MatchServer
import Protocol
import Testing

@Suite("Hellos that wait for the journal", .timeLimit(.minutes(1)))
struct ServerCoreHandshakeTests {
  @Test(
    "nobody is welcomed before the token is stored, and messages sent meanwhile are handled then")
  func waits() throws {
    let journal = FaultyJournal()
    var server = ScriptedServer(journal: journal)
    journal.fault = .stalled
    let connection = server.open("Ana")
    server.say(.ping(Ping(id: 1, t0: 5)), over: connection)
    server.say(.request(id: RequestID(1), .createRoom(MatchSettings())), over: connection)
    #expect(server.received[connection]?.count == 1)
    #expect(server.pong(connection) != nil, "Clocks are told at any time.")
    server.pass(.milliseconds(1999))
    #expect(server.closed == [], "It is not its fault.")
    journal.fault = .none
    server.hearJournal()
    #expect(server.welcome(connection) != nil)
    #expect(server.joined(connection) != nil)
  }

  @Test("if the journal does not answer for two seconds, new sessions are told to retry")
  func unanswered() throws {
    let journal = FaultyJournal()
    var server = ScriptedServer(journal: journal)
    journal.fault = .stalled
    let connection = server.open("Ana")
    server.pass(.seconds(2))
    let closing = try #require(server.closing(connection))
    #expect(closing.code == "journal/unavailable")
    #expect(closing.retryAfter == .seconds(2))
    #expect(server.closed == [connection])
    journal.fault = .none
    server.hearJournal()
    #expect(server.welcome(connection) == nil, "It was told to come back.")
    #expect(journal.registered == [], "Nobody would come back to that session.")
    let again = server.open("Ana")
    #expect(server.welcome(again) != nil)
  }

  @Test("if the journal does not answer for two seconds, known sessions resume by the same token")
  func unansweredReturn() throws {
    let journal = FaultyJournal()
    var server = ScriptedServer(journal: journal)
    let ana = server.open("Ana")
    let code = server.create(MatchSettings(), over: ana)
    let token = try #require(server.welcome(ana)?.resumeToken)
    server.feed(.closed(ana))
    journal.fault = .stalled
    let back = server.open("Ana", token: token)
    server.join(code, .player, over: back)
    #expect(server.welcome(back) == nil)
    server.pass(.seconds(2))
    #expect(server.welcome(back)?.resumeToken == token)
    #expect(server.joined(back)?.seat == SeatIndex(0), "What was said meanwhile is heard.")
    journal.fault = .none
    server.hearJournal()
    #expect(server.count(back) { if case .welcome = $0 { true } else { false } } == 1)
    server.restart(with: journal.contents)
    let next = server.open("Ana", token: token)
    #expect(server.welcome(next)?.sessionID == server.welcome(ana)?.sessionID)
  }

  @Test("each hello has its own two seconds, and an answered one affects no other")
  func answeredInTime() throws {
    let journal = FaultyJournal()
    var server = ScriptedServer(journal: journal)
    let first = server.open("Ana")
    #expect(server.welcome(first) != nil)
    server.pass(.seconds(1))
    journal.fault = .stalled
    let second = server.open("Ben")
    server.pass(.milliseconds(1999))
    #expect(server.closed == [])
    server.pass(.milliseconds(1))
    #expect(server.closed == [second])
    #expect(server.server.nextWake.map { $0 > server.now } ?? true, "Nothing is due twice.")
  }

  @Test("a client that sends too much before the welcome is disconnected")
  func tooMuch() {
    let journal = FaultyJournal()
    var server = ScriptedServer(journal: journal)
    journal.fault = .stalled
    let connection = server.open("Ana")
    for _ in 0..<32 { server.say(.listRooms(watch: false), over: connection) }
    #expect(server.closed == [])
    server.say(.listRooms(watch: false), over: connection)
    #expect(server.closed == [connection])
  }

  @Test("while the journal fails, new clients are told to retry and known ones continue")
  func full() throws {
    let journal = FaultyJournal()
    var server = ScriptedServer(journal: journal)
    let ana = server.open("Ana")
    let code = server.create(MatchSettings(), over: ana)
    let token = try #require(server.welcome(ana)?.resumeToken)
    server.feed(.closed(ana))
    journal.fault = .full
    let ben = server.open("Ben")
    #expect(server.welcome(ben) == nil)
    #expect(server.closed == [ben])
    let closing = try #require(server.closing(ben))
    #expect(closing.code == "journal/unavailable")
    #expect(closing.retryAfter == .seconds(2))
    let back = server.open("Ana", token: token)
    #expect(server.welcome(back)?.resumeToken == token, "The token it has stays good.")
    server.join(code, .player, over: back)
    #expect(server.joined(back)?.seat == SeatIndex(0))
    journal.fault = .none
    let again = server.open("Ana", token: token)
    #expect(server.closed == [ben, back], "The newest connection wins.")
    #expect(server.welcome(again).map { $0.resumeToken != token } == true)
  }

  @Test("of two hellos by one token the later wins, though neither was welcomed yet")
  func overtaken() throws {
    let journal = FaultyJournal()
    var server = ScriptedServer(journal: journal)
    let ana = server.open("Ana")
    let token = try #require(server.welcome(ana)?.resumeToken)
    journal.fault = .stalled
    let second = server.open("Ana", token: token)
    let third = server.open("Ana", token: token)
    #expect(server.closed == [ana, second])
    server.feed(.closed(ana))
    server.feed(.closed(second))
    journal.fault = .none
    server.hearJournal()
    #expect(server.welcome(second) == nil)
    let welcome = try #require(server.welcome(third))
    #expect(welcome.sessionID == server.welcome(ana)?.sessionID)
    let fourth = server.open("Ana", token: welcome.resumeToken)
    #expect(server.welcome(fourth)?.sessionID == welcome.sessionID)
  }

  @Test("a connection that closes before its welcome leaves nothing behind")
  func gone() throws {
    let journal = FaultyJournal()
    var server = ScriptedServer(journal: journal)
    journal.fault = .stalled
    let connection = server.open("Ana")
    server.feed(.closed(connection))
    journal.fault = .none
    server.hearJournal()
    #expect(server.received[connection] == nil)
    #expect(journal.registered == [])
  }

  @Test("the next server knows a session by its token, and never has the token itself")
  func nextServer() throws {
    let journal = FaultyJournal()
    var server = ScriptedServer(journal: journal)
    let ana = server.open("Ana")
    let code = server.create(MatchSettings(), over: ana)
    let welcome = try #require(server.welcome(ana))
    let hashes = journal.registered.flatMap(\.record.tokenHashes)
    #expect(!hashes.isEmpty && !hashes.contains(welcome.resumeToken))
    server.restart(with: journal.contents)
    let back = server.open("Ana", token: welcome.resumeToken)
    #expect(server.welcome(back)?.sessionID == welcome.sessionID)
    #expect(server.welcome(back).map { $0.clockEpoch != welcome.clockEpoch } == true)
    server.join(code, .player, room: server.joined(ana)?.roomID, after: 3, over: back)
    #expect(server.joined(back)?.seat == SeatIndex(0))
    #expect(server.joined(back)?.base == nil)
    #expect(server.joined(back)?.tail == [])
  }
}

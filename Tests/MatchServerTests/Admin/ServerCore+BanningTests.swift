// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import FacedownTesting
import Game
import Journal
import Protocol
import Testing
import Wire

@testable import MatchServer

@Suite("Bans in a server core", .timeLimit(.minutes(1)))
struct ServerCoreBanningTests {
  private let key = Ed25519PrivateKey()
  private let name = ServerName(host: "localhost", port: 7777)
  private let journal = FaultyJournal()

  private var target: BanTarget { .key(KeyProof.playerID(of: key.publicKey)) }

  private func makeServer() -> ScriptedServer {
    var server = ScriptedServer(journal: journal)
    server.names = [name]
    return server
  }

  private func address(_ text: String) throws -> BanTarget {
    .address(try #require(AddressRange(text)))
  }

  /// A peer at an address that has said hello.
  private func enter(_ server: inout ScriptedServer, _ number: UInt64, from host: String)
    -> ServerConnectionID
  {
    let connection = ServerConnectionID(number)
    server.feed(.opened(connection, .proto, address: nil, host: host))
    server.say(.hello(Hello(agent: "test", name: "P\(number)")), over: connection)
    return connection
  }

  @Test("of a block close its connections, and refuse new ones with the reason")
  func byAddress() throws {
    var server = makeServer()
    let inside = enter(&server, 101, from: "203.0.113.9")
    let outside = enter(&server, 102, from: "203.0.114.9")
    let silent = ServerConnectionID(103)
    server.feed(.opened(silent, .proto, address: nil, host: "203.0.113.200"))
    let block = try address("203.0.113.0/24")
    let lines = server.ask(.ban(block, lasting: .seconds(60), reason: "spam"))
    #expect(lines.last?.done?.contains("2 connections closed") == true)
    #expect(server.closed == [inside, silent] && server.closing(outside) == nil)
    #expect(server.closing(inside)?.code == "session/banned")
    #expect(server.closing(inside)?.reason == "You are banned from this server: spam")
    #expect(server.server.banned("203.0.113.1", now: server.now)?.contains("spam") == true)
    #expect(server.server.banned("203.0.114.1", now: server.now) == nil)
    server.pass(.seconds(60))
    #expect(server.server.banned("203.0.113.1", now: server.now) == nil)
    #expect(server.ask(.bans).map(\.done) == ["0 bans."])
  }

  @Test("of a key close its connections, and refuse the next proof")
  func byKey() throws {
    var server = makeServer()
    let connection = server.open("Ana", key: key)
    server.prove(key, to: name, over: connection)
    let welcome = try #require(server.welcome(connection))
    let token = welcome.resumeToken
    _ = server.ask(.ban(target, lasting: nil, reason: ""))
    #expect(server.closing(connection)?.code == "session/banned")
    let kicked = server.ask(.kick(session: welcome.sessionID, reason: ""), 2)
    #expect(kicked.last?.refused?.code == .unknownSession, "The ban has ended the session.")
    server.feed(.closed(connection))
    let returning = server.open("Ana", token: token)
    #expect(server.welcome(returning)?.playerID == nil, "The token is worth nothing.")
    let again = server.open("Ana", key: key)
    #expect(server.closing(again) == nil, "A guest is nobody yet.")
    server.prove(key, to: name, over: again)
    #expect(server.closing(again)?.reason == "You are banned from this server.")
    #expect(server.closed.contains(again))
  }

  @Test("cover a proof that is not journalled yet")
  func inFlight() {
    var server = makeServer()
    let connection = server.open("Ana", key: key)
    server.isJournalWaiting = true
    server.prove(key, to: name, over: connection)
    _ = server.ask(.ban(target, lasting: nil, reason: ""))
    #expect(server.closing(connection) == nil, "Nothing counts before it is kept.")
    server.land()
    #expect(server.closing(connection)?.code == "session/banned")
    #expect(server.ask(.sessions).compactMap(\.session).isEmpty)
  }

  @Test("are journalled before they take effect, and change nothing on failure")
  func failing() throws {
    var server = makeServer()
    let connection = enter(&server, 101, from: "203.0.113.9")
    let one = try address("203.0.113.9")
    journal.fault = .full
    let refused = server.ask(.ban(one, lasting: nil, reason: "")).last?.refused
    #expect(refused?.code == .unwritable && server.closing(connection) == nil)
    #expect(server.server.banned("203.0.113.9", now: server.now) == nil)
    journal.fault = .stalled
    #expect(server.ask(.ban(one, lasting: nil, reason: ""), 2).isEmpty)
    #expect(!server.server.isFlushed)
    journal.fault = .none
    server.hearJournal()
    #expect(server.adminAnswers[AdminRequestID(2)]?.first?.last?.done != nil)
    #expect(server.closing(connection)?.code == "session/banned" && server.server.isFlushed)
    journal.fault = .full
    #expect(server.ask(.unban(one), 3).last?.refused?.code == .unwritable)
    #expect(server.server.banned("203.0.113.9", now: server.now) != nil)
  }

  @Test("that another server has set count here too, and so does their end")
  func elsewhere() throws {
    var server = makeServer()
    let inside = enter(&server, 101, from: "203.0.113.9")
    let outside = enter(&server, 102, from: "203.0.114.9")
    let ban = Ban(
      target: try address("203.0.113.0/24"), since: server.now, until: nil, reason: "spam")
    server.feed(.bans([.set(ban)]))
    #expect(server.closed == [inside] && server.closing(outside) == nil)
    #expect(server.ask(.bans).compactMap(\.ban?.reason) == ["spam"])
    #expect(server.adminAnswers.count == 1, "Nobody here has asked for it.")
    server.feed(.bans([.lift(ban.target)]))
    #expect(server.server.banned("203.0.113.1", now: server.now) == nil)
    var past = ban
    past.target = try address("203.0.114.0/24")
    past.until = server.now
    server.feed(.bans([.set(past)]))
    #expect(server.closing(outside) == nil, "A ban that is over closes nothing.")
  }

  @Test("outlive the server, and are lifted only by their exact target")
  func lasting() throws {
    var server = makeServer()
    let block = try address("203.0.113.0/24")
    _ = server.ask(.ban(block, lasting: nil, reason: "a"))
    _ = server.ask(.ban(target, lasting: .seconds(9), reason: "b"))
    server.restart(with: journal.contents)
    #expect(server.ask(.bans).compactMap(\.ban?.reason) == ["a", "b"])
    let part = try address("203.0.113.9")
    let unknown = server.ask(.unban(part)).last?.refused
    #expect(unknown?.code == .unknownBan)
    #expect(
      unknown?.description.contains("lift the ban of 203.0.113.0/24, which includes it.") == true)
    #expect(server.ask(.unban(block)).last?.done != nil)
    #expect(server.ask(.unban(block)).last?.refused?.code == .unknownBan)
    server.pass(.seconds(9))
    server.restart(with: journal.contents)
    #expect(server.ask(.bans).compactMap(\.ban).isEmpty)
  }

  @Test("refuse a banned player who resumes by a token after a restart")
  func afterRestart() throws {
    var server = makeServer()
    let connection = server.open("Ana", key: key)
    server.prove(key, to: name, over: connection)
    let token = try #require(server.welcome(connection)?.resumeToken)
    var contents = journal.contents
    contents.bans = [Ban(target: target, since: server.now, until: nil, reason: "late")]
    server.restart(with: contents)
    let back = server.open("Ana", token: token)
    #expect(server.closing(back)?.reason == "You are banned from this server: late")
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing
import Wire

extension ScriptedServer {
  /// The operator sends a request; returns the replies so far.
  mutating func ask(_ request: AdminRequest, _ number: UInt64 = 1) -> [AdminReply] {
    let before = adminAnswers[AdminRequestID(number)]?.count ?? 0
    feed(.admin(request, AdminRequestID(number)))
    return adminAnswers[AdminRequestID(number), default: []].dropFirst(before).flatMap { $0 }
  }
}

@Suite("Admin requests to a server core", .timeLimit(.minutes(1)))
struct ServerCoreAdminTests {
  @Test("lists rooms with players and number of spectators, and no faces")
  func rooms() throws {
    var server = ScriptedServer()
    #expect(server.ask(.rooms).map(\.done) == ["0 rooms."])
    let (ada, eve) = (server.open("Ada"), server.open("Eve"))
    let code = server.create(MatchSettings(seats: 3, mode: .blitz), over: ada)
    server.join(code, .spectator, over: eve)
    server.pass(.seconds(5))
    let lines = server.ask(.rooms, 2)
    let room = try #require(lines.first?.room)
    #expect(
      [room.code, room.mode, room.phase] == [code, "blitz", "waiting"]
        && room.players == ["Ada"] && room.seats == 3 && room.spectators == 1 && room.seconds == 5)
    #expect(lines.count == 2 && lines.last?.done == "1 room.")
  }

  @Test("lists sessions with name, address, key, room and duration")
  func sessions() throws {
    var server = ScriptedServer()
    let ada = server.open("Ada", address: "203.0.113.9")
    _ = server.open("Bot", .json)
    let silent = ServerConnectionID(77)
    server.feed(.opened(silent, .proto, address: nil, host: "203.0.113.77"))
    let code = server.create(MatchSettings(), over: ada)
    server.pass(.seconds(3))
    let rows = server.ask(.sessions).compactMap(\.session)
    #expect(rows.map(\.name) == ["Ada", "Bot"], "Who has not said hello is no session.")
    #expect(rows.map(\.room) == [code, nil] && rows.map(\.seconds) == [3, 3])
    #expect(rows.first?.id == server.welcome(ada)?.sessionID)
    #expect(rows.allSatisfy { $0.key == nil && $0.rtt == nil })
    let bytes = try #require(server.welcome(ada)?.resumeToken)
    let token = bytes.map { String($0, radix: 16) }.joined()
    #expect(!"\(rows)".contains(token), "What a session comes back by is nobody's business.")
  }

  @Test("kicks a session for good: the connection closes with the reason, the token is invalid")
  func kicks() throws {
    var server = ScriptedServer()
    let (ada, bob) = (server.open("Ada"), server.open("Bob"))
    let welcome = try #require(server.welcome(ada))
    let lines = server.ask(.kick(session: welcome.sessionID, reason: "Be kind"))
    #expect(lines.map(\.done) == ["Ada was kicked."])
    #expect(server.closing(ada)?.code == "session/kicked")
    #expect(server.closing(ada)?.reason.contains("Be kind") == true)
    #expect(server.closed == [ada] && server.closing(bob) == nil)
    let twice = server.ask(.kick(session: welcome.sessionID, reason: ""), 2)
    #expect(twice.map(\.refused?.code) == [.unknownSession])
    #expect(twice.last?.refused?.description.hasPrefix("Ada was already removed") == true)
    server.feed(.closed(ada))
    let back = server.open("Ada", token: welcome.resumeToken)
    let again = try #require(server.welcome(back))
    #expect(again.sessionID != welcome.sessionID, "It is somebody new.")
  }

  @Test("kicks a disconnected session, once")
  func kicksTheAbsent() throws {
    var server = ScriptedServer()
    let ada = server.open("Ada")
    let welcome = try #require(server.welcome(ada))
    server.feed(.closed(ada))
    let kick = AdminRequest.kick(session: welcome.sessionID, reason: "")
    #expect(server.ask(kick).last?.done != nil)
    #expect(
      server.ask(kick).last?.refused?.code == .unknownSession, "Nobody can come back to it.")
    let back = server.open("Ada", token: welcome.resumeToken)
    #expect(server.welcome(back)?.sessionID != welcome.sessionID)
    for unknown in ["", "nobody", "\u{1b}[2J", String(repeating: "x", count: 10_000)] {
      let refused = server.ask(.kick(session: unknown, reason: "")).last?.refused
      #expect(refused?.code == .unknownSession)
      let says = try #require(refused?.description)
      #expect(!says.contains("\u{1b}") && says.count < 300)
    }
  }

  @Test("frees the seat of a kicked player at once")
  func kickedPlayer() throws {
    var server = ScriptedServer()
    let (ada, bob) = (server.open("Ada"), server.open("Bob"))
    let code = server.create(MatchSettings(seats: 2), over: ada)
    server.join(code, .player, over: bob)
    let id = try #require(server.welcome(ada)?.sessionID)
    _ = server.ask(.kick(session: id, reason: ""))
    let told = server.received[bob, default: []].compactMap { message in
      if case .entry(let entry) = message { entry.event } else { nil }
    }
    #expect(told.suffix(2) == [.vacated(SeatIndex(0)), .ownerChanged(ActorNumber(2))])
    #expect(server.ask(.rooms).first?.room?.players == ["Bob"])
  }

  @Test("kicks a player who has come back")
  func kicksTheReturned() throws {
    var server = ScriptedServer()
    let ada = server.open("Ada")
    let welcome = try #require(server.welcome(ada))
    server.feed(.closed(ada))
    let back = server.open("Ada", token: welcome.resumeToken)
    #expect(server.welcome(back)?.sessionID == welcome.sessionID)
    let kick = AdminRequest.kick(session: welcome.sessionID, reason: "")
    #expect(server.ask(kick).last?.done != nil)
    #expect(server.closing(back)?.code == "session/kicked")
  }

  @Test("announces a text to every welcomed session")
  func announces() {
    var server = ScriptedServer()
    let (ada, eve) = (server.open("Ada"), server.open("Eve", .json))
    let silent = ServerConnectionID(77)
    server.feed(.opened(silent, .proto))
    #expect(server.ask(.announce("Tea at four")).map(\.done) == ["Announced to 2 sessions."])
    for (connection, count) in [(ada, 1), (eve, 1), (silent, 0)] {
      #expect(server.count(connection) { $0 == .notice("Tea at four") } == count)
    }
  }

  @Test("reports its state in numbers")
  func status() throws {
    var server = ScriptedServer()
    let (ada, eve) = (server.open("Ada"), server.open("Eve"))
    let code = server.create(MatchSettings(seats: 2), over: ada)
    server.join(code, .spectator, over: eve)
    let status = try #require(server.ask(.status).first?.status)
    #expect(status.version == "test" && !status.draining && status.stops == nil)
    #expect(
      [status.connections, status.sessions, status.rooms, status.matches, status.players]
        == [2, 2, 1, 0, 1])
    #expect(status.spectators == 1 && status.bans == 0)
  }

  @Test("refuses reload and backup, which the core cannot do")
  func others() {
    var server = ScriptedServer()
    for request in [AdminRequest.reload, .backup(path: "/x", replaces: false)] {
      #expect(server.ask(request).last?.refused?.code == .unavailable)
    }
  }
}

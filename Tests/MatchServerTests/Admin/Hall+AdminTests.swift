// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing

extension ScriptedHall {
  /// Whoever runs the server asks for something, and is told this so far.
  mutating func ask(_ request: AdminRequest, _ number: UInt64 = 1) -> [AdminLine] {
    let before = adminAnswers[AdminCallID(number)]?.count ?? 0
    feed(.admin(request, AdminCallID(number)))
    return adminAnswers[AdminCallID(number), default: []].dropFirst(before).flatMap(\.lines)
  }
}

@Suite("A hall that its host asks", .timeLimit(.minutes(1)))
struct HallAdminTests {
  @Test("tells of rooms, with who plays and how many watch, and of no face")
  func rooms() throws {
    var hall = ScriptedHall()
    #expect(hall.ask(.rooms).map(\.done?.says) == ["0 rooms."])
    let (ada, eve) = (hall.open("Ada"), hall.open("Eve"))
    let code = hall.create(MatchSettings(seats: 3, mode: .blitz), over: ada)
    hall.join(code, .spectator, over: eve)
    hall.pass(.seconds(5))
    let lines = hall.ask(.rooms, 2)
    let room = try #require(lines.first?.room)
    #expect(
      [room.code, room.mode, room.phase] == [code, "blitz", "waiting"]
        && room.players == ["Ada"] && room.seats == 3 && room.spectators == 1 && room.seconds == 5)
    #expect(lines.count == 2 && lines.last?.done?.says == "1 room.")
  }

  @Test("tells of sessions: who, from where, by which key, in which room, for how long")
  func sessions() throws {
    var hall = ScriptedHall()
    let ada = hall.open("Ada", address: "203.0.113.9")
    _ = hall.open("Bot", .json)
    let silent = LinkID(77)
    hall.feed(.opened(silent, .proto, address: nil, host: "203.0.113.77"))
    let code = hall.create(MatchSettings(), over: ada)
    hall.pass(.seconds(3))
    let rows = hall.ask(.sessions).compactMap(\.session)
    #expect(rows.map(\.name) == ["Ada", "Bot"], "Who has not said hello is no session.")
    #expect(rows.map(\.room) == [code, nil] && rows.map(\.seconds) == [3, 3])
    #expect(rows.first?.id == hall.welcome(ada)?.sessionID)
    #expect(rows.allSatisfy { $0.key == nil && $0.rtt == nil })
    let bytes = try #require(hall.welcome(ada)?.resumeToken)
    let token = bytes.map { String($0, radix: 16) }.joined()
    #expect(!"\(rows)".contains(token), "What a session comes back by is nobody's business.")
  }

  @Test("sends somebody away for good: the link closes with the reason, the token is worth nothing")
  func kicks() throws {
    var hall = ScriptedHall()
    let (ada, bob) = (hall.open("Ada"), hall.open("Bob"))
    let welcome = try #require(hall.welcome(ada))
    let lines = hall.ask(.kick(session: welcome.sessionID, reason: "Be kind"))
    #expect(lines.map(\.done?.says) == ["Ada was sent away."])
    #expect(hall.closing(ada)?.code == "session/kicked")
    #expect(hall.closing(ada)?.reason.contains("Be kind") == true)
    #expect(hall.closed == [ada] && hall.closing(bob) == nil)
    let twice = hall.ask(.kick(session: welcome.sessionID, reason: ""), 2)
    #expect(twice.map(\.refused?.code) == ["unknown_session"])
    #expect(twice.last?.refused?.says.hasPrefix("Ada was sent away already") == true)
    hall.feed(.closed(ada))
    let back = hall.open("Ada", token: welcome.resumeToken)
    let again = try #require(hall.welcome(back))
    #expect(again.sessionID != welcome.sessionID, "It is somebody new.")
  }

  @Test("sends away who has lost the connection, and knows nobody twice")
  func kicksTheAbsent() throws {
    var hall = ScriptedHall()
    let ada = hall.open("Ada")
    let welcome = try #require(hall.welcome(ada))
    hall.feed(.closed(ada))
    let kick = AdminRequest.kick(session: welcome.sessionID, reason: "")
    #expect(hall.ask(kick).last?.done != nil)
    #expect(hall.ask(kick).last?.refused?.code == "unknown_session", "Nobody can come back to it.")
    let back = hall.open("Ada", token: welcome.resumeToken)
    #expect(hall.welcome(back)?.sessionID != welcome.sessionID)
    for unknown in ["", "nobody", "\u{1b}[2J", String(repeating: "x", count: 10_000)] {
      let refused = hall.ask(.kick(session: unknown, reason: "")).last?.refused
      #expect(refused?.code == "unknown_session")
      let says = try #require(refused?.says)
      #expect(!says.contains("\u{1b}") && says.count < 300)
    }
  }

  @Test("frees the seat of a player who is sent away, at once")
  func kickedPlayer() throws {
    var hall = ScriptedHall()
    let (ada, bob) = (hall.open("Ada"), hall.open("Bob"))
    let code = hall.create(MatchSettings(seats: 2), over: ada)
    hall.join(code, .player, over: bob)
    let id = try #require(hall.welcome(ada)?.sessionID)
    _ = hall.ask(.kick(session: id, reason: ""))
    let told = hall.received[bob, default: []].compactMap { message in
      if case .entry(let entry) = message { entry.event } else { nil }
    }
    #expect(told.suffix(2) == [.vacated(SeatIndex(0)), .ownerChanged(ActorNumber(2))])
    #expect(hall.ask(.rooms).first?.room?.players == ["Bob"])
  }

  @Test("sends away who has come back")
  func kicksTheReturned() throws {
    var hall = ScriptedHall()
    let ada = hall.open("Ada")
    let welcome = try #require(hall.welcome(ada))
    hall.feed(.closed(ada))
    let back = hall.open("Ada", token: welcome.resumeToken)
    #expect(hall.welcome(back)?.sessionID == welcome.sessionID)
    let kick = AdminRequest.kick(session: welcome.sessionID, reason: "")
    #expect(hall.ask(kick).last?.done != nil)
    #expect(hall.closing(back)?.code == "session/kicked")
  }

  @Test("shows a text to everybody who has said hello")
  func announces() {
    var hall = ScriptedHall()
    let (ada, eve) = (hall.open("Ada"), hall.open("Eve", .json))
    let silent = LinkID(77)
    hall.feed(.opened(silent, .proto))
    #expect(hall.ask(.announce("Tea at four")).map(\.done?.says) == ["Told 2 sessions."])
    for (link, count) in [(ada, 1), (eve, 1), (silent, 0)] {
      #expect(hall.count(link) { $0 == .notice("Tea at four") } == count)
    }
  }

  @Test("says how it is, in numbers")
  func status() throws {
    var hall = ScriptedHall()
    let (ada, eve) = (hall.open("Ada"), hall.open("Eve"))
    let code = hall.create(MatchSettings(seats: 2), over: ada)
    hall.join(code, .spectator, over: eve)
    let status = try #require(hall.ask(.status).first?.status)
    #expect(status.version == "test" && !status.draining && status.stops == nil)
    #expect(
      [status.connections, status.sessions, status.rooms, status.matches, status.players]
        == [2, 2, 1, 0, 1])
    #expect(status.spectators == 1 && status.bans == 0)
  }

  @Test("refuses what it cannot do by itself")
  func others() {
    var hall = ScriptedHall()
    for request in [AdminRequest.reload, .backup(path: "/x", replaces: false)] {
      #expect(hall.ask(request).last?.refused?.code == "unavailable")
    }
  }
}

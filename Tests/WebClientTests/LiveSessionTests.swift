// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchFixtures
import MatchUI
import Protocol
import Testing
import WebClient
import Wire

@Suite("A public match on the home page", .timeLimit(.minutes(1)))
struct LiveSessionTests {
  /// The page, its clock, and a server that has a match.
  private struct Visit {
    let match = DemoMatch(seed: 1)
    var now = LocalTime(microseconds: 5_000_000)
    var page: LiveSession
    /// The messages that the page has sent.
    var sent: [ClientMessage] = []
    /// Its other outputs.
    var others: [WebOutput] = []

    init(showsMatches: Bool = true) {
      page = LiveSession(
        key: [UInt8](repeating: 7, count: 32), name: "Guest",
        server: try? ServerURL("ws://play.example.org:80"), showsMatches: showsMatches, now: now)
      drain()
      page.opened(1, now: now)
      say(
        .welcome(
          Welcome(
            sessionID: "s", resumeToken: [1], serverTime: time, clockEpoch: 1, challenge: [],
            serverVersion: "t")))
    }

    /// The server's time: the match was dealt some seconds ago.
    var time: ServerTime {
      (match.joined.base?.at ?? .zero) + (now - LocalTime(microseconds: 0))
    }

    mutating func say(_ message: ServerMessage) {
      page.received(1, WireEncoding.json.encode(message), now: now)
      drain()
    }

    /// Does what the page says; probes are answered at once.
    mutating func drain() {
      while let output = page.nextOutput() {
        guard case .send(1, let bytes) = output,
          let message = try? WireEncoding.json.decodeClientMessage(bytes)
        else {
          others.append(output)
          continue
        }
        sent.append(message)
        if case .ping(let ping) = message {
          say(.pong(Pong(id: ping.id, t0: ping.t0, t1: time, t2: time, nonce: 1)))
        }
      }
    }

    mutating func pass(_ duration: Duration) {
      let end = now + duration
      while let due = page.nextWake, due <= end {
        now = max(now, due)
        page.tick(now: now)
        drain()
      }
      now = end
    }

    /// The match is watched, and all of it is seen.
    mutating func watch() {
      let room = RoomSummary(
        code: "K7QF2", settings: MatchSettings(), seatsTaken: 2, phase: .playing, spectators: 0)
      say(.rooms(RoomsUpdate(rooms: [room])))
      var joined = match.joined
      joined.code = "K7QF2"
      joined.tail = joined.tail.filter { $0.at <= time }
      say(.joined(joined))
      pass(.seconds(1))
    }
  }

  @Test("it asks for the rooms, watches one as a guest, and shows it step by step")
  func watching() {
    var visit = Visit()
    #expect(visit.others.first == .dial(1, url: nil))
    #expect(visit.sent.contains(.listRooms(watch: true)))
    #expect(visit.page.opacity(now: visit.now) == 0 && visit.page.text(.title).isEmpty)
    let before = visit.page.frame(now: visit.now)
    #expect(before.isEmpty)
    visit.watch()
    let join = RoomRequest.joinRoom(JoinRoom(code: "K7QF2", role: .spectator))
    let hasJoined = visit.sent.contains { if case .request(_, join) = $0 { true } else { false } }
    #expect(hasJoined)
    #expect(visit.page.opacity(now: visit.now) == 1)
    let numbers = visit.page.frame(now: visit.now)
    #expect(numbers.count > SceneNumbers.headCount + SceneNumbers.cardCount)
    #expect(visit.page.text(.room) == "K7QF2")
    #expect(visit.page.text(.title).hasSuffix(", live"))
    #expect(!visit.page.text(.headline).isEmpty && !visit.page.text(.seat(1)).isEmpty)
  }

  @Test("it lists a few tables with a free seat, and hears of changes", arguments: [true, false])
  func tables(showsMatches: Bool) {
    var visit = Visit(showsMatches: showsMatches)
    #expect(visit.page.text(.rooms).isEmpty)
    func room(_ code: String, _ taken: Int, isRated: Bool = false) -> RoomSummary {
      var settings = MatchSettings()
      settings.isRated = isRated
      return RoomSummary(
        code: code, settings: settings, seatsTaken: taken, phase: .waiting, spectators: 0)
    }
    visit.say(.rooms(RoomsUpdate(rooms: [room("K7QF2", 1), room("FULL2", 2)])))
    #expect(visit.others.contains(.rooms))
    let line = visit.page.text(.rooms)
    #expect(line.hasPrefix("K7QF2\tjoin\t") && !line.contains("\n"))
    visit.say(.rooms(RoomsUpdate(rooms: [room("RATED", 1, isRated: true)], removed: ["K7QF2"])))
    #expect(visit.page.text(.rooms).isEmpty)
    let many = ["AAAAA", "BBBBB", "CCCCC", "DDDDD", "EEEEE", "FFFFF"].map { room($0, 1) }
    visit.say(.rooms(RoomsUpdate(rooms: many)))
    #expect(visit.page.text(.rooms).split(separator: "\n").count == 5)
  }

  @Test("it leaves the room when nobody looks, and hangs up at once without one")
  func leaving() {
    var visit = Visit()
    visit.watch()
    visit.page.leave(now: visit.now)
    visit.drain()
    #expect(visit.sent.contains { if case .request(_, .leaveRoom) = $0 { true } else { false } })
    visit.say(.left(id: nil, code: "room/left"))
    #expect(visit.others.contains(.left))
    var early = Visit()
    early.page.leave(now: early.now)
    early.drain()
    #expect(early.others.contains(.hangUp(1)))
    #expect(early.others.contains(.over("")) && early.page.nextWake == nil)
  }

  @Test("whatever goes wrong ends it without a word")
  func failures() {
    let failures: [(inout Visit) -> Void] = [
      { $0.page.ended(1, now: $0.now) },
      { $0.page.received(1, [0xff, 0x7b], now: $0.now) },
      {
        $0.say(.closing(Closing(code: "server/banned", reason: "No.")))
        $0.page.ended(1, now: $0.now)
      },
    ]
    for fail in failures {
      var visit = Visit()
      visit.watch()
      fail(&visit)
      visit.drain()
      #expect(visit.others.contains(.over("")) && visit.page.nextWake == nil)
      #expect(!visit.others.contains { if case .say = $0 { true } else { false } })
      visit.pass(LiveMatch.fade)
      #expect(visit.page.opacity(now: visit.now) == 0)
    }
  }
}

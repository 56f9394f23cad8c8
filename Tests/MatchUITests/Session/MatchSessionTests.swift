// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Interpolation
import MatchClient
import MatchFixtures
import Protocol
import Stage
import Testing

@testable import MatchUI

@Suite("Match session", .timeLimit(.minutes(1)))
struct MatchSessionTests {
  typealias Effects = SessionTester.Effects

  private static let refusal = Refusal(.roomFull)

  /// One of each of the client's events.
  static let events: [ClientEvent] = [
    .welcomed, .proven(playerID: "p"), .unproven(refusal), .rooms,
    .leaderboard(Leaderboard(id: RequestID(1), mode: .memorize, rows: [])), .joined,
    .entry(Entry(seq: 9, at: .zero, event: .unrecognized)), .refused(nil, refusal),
    .withdrawn(.intent(.choose(CardID(generation: 1, slot: 0)))),
    .brokenCommitment(CardID(generation: 1, slot: 0)), .shareLost(.broken),
    .shareForged(SeatIndex(1)), .presence, .audience, .reaction(SeatIndex(1), .wow),
    .pointing(SeatIndex(1), place: 2), .notice("Tea."), .replays([]),
    .replay(Replay(id: RequestID(1), matchID: "m", base: MatchView(), entries: [])),
    .left(reason: "room/gone"), .closing(Closing(code: "server/restarting", reason: "")),
    .garbled("?"), .interrupted(retryAt: LocalTime(microseconds: 1)), .restored, .disconnected,
    .notFollowed(.otherHost), .timeKnown,
    .profile(Profile(id: RequestID(1), asked: "a", players: [], record: nil)),
    .daily(Daily.empty),
  ]

  /// One of each action, with what it has the program do in a player's turn.
  static let actions: [(action: TableAction, effects: Effects)] = [
    (.move(.right), SessionTester.asks(.point(1))),
    (.point(place: 3), SessionTester.asks(.point(3))),
    (.choose(place: 99), [.draw]),
    (.deal, SessionTester.asks(.intent(.deal))),
    (.shuffle, SessionTester.asks(.intent(.shuffle))),
    (.ready, SessionTester.asks(.ready)),
    (.restart, SessionTester.asks(.intent(.restart))),
    (.rematch, SessionTester.asks(.intent(.rematch))),
    (.save, [.draw, .save(matchID: "match")]),
    (.copy, [.copy("http://example.org/K7QF2/watch")]),
    (.leave, [.draw, .request(.leave)]),
    (.help, [.draw]),
    (.confirm, [.draw]),
    (.askForChoice, [.draw]),
    (.remove(SeatIndex(1)), SessionTester.asks(.intent(.removeSeat(SeatIndex(1))))),
    (.addBot("easy"), SessionTester.asks(.intent(.addBot(level: "easy")))),
    (.explain(.roomFull), [.draw]),
    (.react(1), SessionTester.asks(.react(.clap))),
    (.react(6), SessionTester.asks(.react(.goodLuck))),
    (.react(12), [.draw]),
    (.dismiss, [.draw]), (.redraw, [.redraw]),
  ]

  @Test("Every event and every action is in these tests")
  func complete() {
    #expect(Set(Self.events.map { $0.index }) == Set(0..<29))
    #expect(Set(Self.actions.map { $0.action.index }) == Set(0..<20))
  }

  @Test("Before a room only q and Ctrl-C mean something: to leave", arguments: [false, true])
  func noRoom(isConnected: Bool) {
    var tester = SessionTester()
    if isConnected { #expect(tester.connect() == []) }
    for key in SessionRules.keys {
      let leaves = key == .character("q") || key == .control("c")
      #expect(tester.press(key) == (leaves ? [.request(.leave)] : []), "\(key)")
    }
    for (action, _) in Self.actions {
      #expect(
        tester.handle(.action(action)) == (action == .leave ? [.request(.leave)] : []), "\(action)")
    }
    #expect(tester.handle(.tick) == [] && tester.frame() == nil && tester.nextTick == nil)
    #expect(tester.handle(.event(.refused(nil, Self.refusal))) == [])
  }

  @Test("Before a room only what befalls the connection is announced", arguments: events)
  func eventsWithoutRoom(event: ClientEvent) {
    var tester = SessionTester()
    tester.connect()
    let expected: Effects =
      switch event {
      case .joined: [.open]
      case .interrupted: [.announce("Connection lost; trying again\u{2026}")]
      case .notFollowed(let problem): [.announce(Wording.notFollowed(problem))]
      default: []
      }
    #expect(tester.handle(.event(event)) == expected)
  }

  @Test("In a room every event may change the picture", arguments: events)
  func eventsInRoom(event: ClientEvent) {
    var tester = SessionTester(.at(.playing), seat: 0)
    #expect(tester.handle(.event(event)) == (event == .joined ? [.open] : [.draw]))
  }

  @Test("Each action has its effects", arguments: actions)
  func action(action: TableAction, effects: Effects) {
    let script = ScriptedMatch.at(.playing)
    var tester = SessionTester(script, seat: script.turnSeat.rawValue)
    #expect(tester.handle(.action(action)) == effects)
  }

  @Test("Where replays may not be saved, no key is offered for it, and a sentence says so")
  func unsaved() throws {
    for saves in [true, false] {
      var tester = SessionTester(.at(.ended), seat: 0) { $0.savesReplays = saves }
      let before = try #require(tester.frame())
      #expect(before.screen.hints(in: before.scene).contains("s save") == saves)
      #expect(before.screen.keys(in: before.scene).contains { $0.1.contains("save") } == saves)
      #expect(
        tester.press(.character("s")) == (saves ? [.draw, .save(matchID: "match")] : [.draw]))
      let after = try #require(tester.frame())
      #expect((after.screen.message == Wording.savesNothing) == !saves)
    }
  }

  @Test("A match is shown from the moment its room is entered")
  func opening() throws {
    var tester = SessionTester()
    tester.connect()
    #expect(tester.frame() == nil)
    #expect(tester.join(0) == [.open] + tester.script.log.entries.map { _ in .draw })
    let seen = try #require(tester.frame())
    #expect(seen.scene.phase == .waiting && seen.scene.you == SeatIndex(0))
    #expect(seen.layout != nil && seen.list != nil)
    #expect(seen.title == "Room K7QF2 - Facedown" && seen.notification == nil)
    #expect(tester.core.shownTime(at: tester.now) == seen.time)
  }

  @Test("A key has its meaning before the first frame is drawn")
  func unseen() {
    let tester = SessionTester(.at(.undealt), seat: 0)
    var session = MatchSession(MatchSession.Options())
    #expect(session.handle(.event(.joined), tester.core, at: tester.now) == [.open])
    #expect(
      session.handle(.key(.enter), tester.core, at: tester.now)
        == SessionTester.asks(.intent(.deal)))
  }

  @Test("Others are told how to join, with the option that they need")
  func invitation() {
    var script = ScriptedMatch()
    script.emit(.vacated(SeatIndex(1)))
    let tester = SessionTester(script, seat: 0) { $0.linkOption = "--insecure" }
    #expect(tester.shows("facedown join http://example.org/K7QF2"))
    #expect(tester.shows("--insecure"))
    let alone = SessionTester(script, seat: 0) { $0.server = nil }
    #expect(!alone.shows("K7QF2") && alone.frame()?.title == "Waiting - Facedown")
  }

  @Test("The link is a QR code where others may join, in capitals, unless nobody else gets there")
  func qrCode() throws {
    var script = ScriptedMatch()
    script.emit(.vacated(SeatIndex(1)))
    func code(_ server: String) throws -> SessionTester {
      let url = try ServerURL(server)
      return SessionTester(script, seat: 0) {
        $0.server = url
        $0.qrCode = { ["[\($0)]"] + Array(repeating: "", count: 15) }  // As high as a real one.
      }
    }
    #expect(try code("ws://example.org:7777").shows("[HTTP://EXAMPLE.ORG:7777/K7QF2]"))
    // A node's path may mean something else in capitals.
    #expect(try code("wss://example.org/n/a").shows("[https://example.org/n/a/K7QF2]"))
    for loopback in ["ws://127.0.0.1:7777", "ws://localhost:7777", "ws://[::1]:7777"] {
      #expect(try !code(loopback).shows("/K7QF2]"))
    }
  }

  @Test("A window that is too small shows no match, and is left or redrawn by keys")
  func tooSmall() throws {
    let script = ScriptedMatch.at(.playing)
    var tester = SessionTester(script, seat: script.turnSeat.rawValue)
    tester.change { $0.size = WindowSize(columns: 20, rows: 5) }
    let seen = try #require(tester.frame())
    #expect(seen.layout == nil && seen.list == nil)
    for key in SessionRules.keys {
      let expected: Effects =
        switch key {
        case .character("q"), .control("c"): [.request(.leave)]
        case .control("l"): [.redraw]
        default: []
        }
      #expect(tester.press(key) == expected, "\(key)")
    }
    tester.change { $0.size = WindowSize(columns: 80, rows: 24) }
    #expect(tester.frame()?.list != nil)
  }

  @Test("Another room begins afresh, even if its entries have the same numbers and times")
  func anotherRoom() {
    var tester = SessionTester(.at(.playing), seat: nil)
    tester.play { $0.choose(0) }
    tester.hear(.presence([SeatPresence(seat: SeatIndex(1), isConnected: false)]))
    tester.type("?")
    #expect(tester.shows("close this help") && tester.shows("Ben (offline)"))
    #expect(tester.message().hasSuffix("turns A1: kangaroo."))
    var other = ScriptedMatch.at(.playing, faces: [7, 7, 1, 1, 2, 2, 3, 3])
    other.choose(0)
    #expect(tester.leave(for: other) == [.draw])
    #expect(tester.join(nil).first == .open)
    #expect(!tester.shows("close this help") && !tester.shows("offline"))
    #expect(!tester.message().contains("kangaroo") && tester.message().contains("turns A1: "))
  }

  @Test("The title follows the match, and its turning points notify a player once")
  func notifications() {
    var tester = SessionTester(.at(.waiting), seat: 0)
    #expect(tester.frame()?.title == "Room K7QF2 - Facedown" && tester.notifications == [])
    tester.play { $0.begin() }
    #expect(tester.frame()?.title == "The match begins - Facedown")
    #expect(tester.notifications == ["The match begins."])
    tester.play { $0.deal() }
    tester.handle(.action(.redraw))
    let isMine = tester.script.turnSeat == SeatIndex(0)
    #expect(tester.frame()?.title == "\(isMine ? "Your" : "Ben's") turn - Facedown")
    tester.play { $0.resign(1) }
    tester.handle(.action(.redraw))
    #expect(tester.frame()?.title == "You win: everybody else has left - Facedown")
    let turn = isMine ? ["It is your turn."] : []
    #expect(tester.notifications == ["The match begins."] + turn + ["The match is over."])
    tester.handle(.action(.redraw))
    #expect(
      tester.notifications.last == "The match is over." && tester.frame()?.notification == nil)
  }

  @Test("Nothing is due while nothing changes")
  func rest() throws {
    for phase in [MatchView.Phase.waiting, .committing, .ended] {
      var tester = SessionTester(.at(phase), seat: 0)
      tester.pass(.seconds(3))
      let seen = try #require(tester.frame())
      #expect(seen.nextChange == nil && tester.nextTick == nil, "\(phase)")
      #expect(tester.pass(.seconds(1)) == [], "\(phase)")
      #expect(tester.frame()?.list == seen.list, "\(phase)")
    }
  }

  @Test("Without motion a turn's clock changes each second, and not between")
  func seconds() throws {
    var tester = SessionTester(.at(.playing), seat: nil)
    tester.change { $0.motion = .none }
    for _ in 0..<3 {
      let seen = try #require(tester.frame())
      let change = try #require(seen.nextChange)
      #expect(change > tester.now && change - tester.now <= .seconds(1))
      tester.pass(change - tester.now - .milliseconds(1))
      #expect(tester.frame()?.list == seen.list)
      tester.pass(.milliseconds(1))
      #expect(tester.frame()?.list != seen.list)
    }
  }

  @Test("While cards fly, the next frame is due at once")
  func motion() throws {
    var tester = SessionTester(.at(.dealing), seat: 0)
    tester.pass(.milliseconds(200))
    let seen = try #require(tester.frame())
    #expect(seen.scene.motion == .moving)
    #expect(try #require(seen.nextChange) - tester.now <= .milliseconds(1))
  }

  @Test("A spectator sees the match later by the room's delay")
  func delay() throws {
    var settings = MatchSettings(theme: "animals")
    settings.spectatorDelay = .seconds(5)
    var tester = SessionTester(.at(.waiting, settings: settings), seat: nil)
    tester.pass(.seconds(6))
    tester.play { $0.begin() }
    #expect(tester.frame()?.scene.phase == .waiting)
    tester.pass(.milliseconds(5250))
    #expect(tester.frame()?.scene.phase == .waiting)
    tester.pass(.milliseconds(100))
    #expect(tester.frame()?.scene.phase == .undealt)
  }
}

extension ClientEvent {
  /// A number below 29 for each case; with a new case it does not compile.
  fileprivate var index: Int {
    switch self {
    case .welcomed: 0
    case .proven: 1
    case .unproven: 2
    case .rooms: 3
    case .leaderboard: 4
    case .joined: 5
    case .entry: 6
    case .refused: 7
    case .withdrawn: 8
    case .brokenCommitment: 9
    case .shareLost: 10
    case .shareForged: 11
    case .presence: 12
    case .audience: 13
    case .reaction: 14
    case .notice: 15
    case .replays: 16
    case .replay: 17
    case .left: 18
    case .closing: 19
    case .garbled: 20
    case .interrupted: 21
    case .restored: 22
    case .disconnected: 23
    case .notFollowed: 24
    case .timeKnown: 25
    case .profile: 26
    case .daily: 27
    case .pointing: 28
    }
  }
}

extension TableAction {
  /// A number below 20 for each case; with a new case it does not compile.
  fileprivate var index: Int {
    switch self {
    case .move: 0
    case .choose: 1
    case .deal: 2
    case .shuffle: 3
    case .ready: 4
    case .restart: 5
    case .rematch: 6
    case .save: 7
    case .leave: 8
    case .help: 9
    case .confirm: 10
    case .askForChoice: 11
    case .remove: 12
    case .addBot: 13
    case .explain: 14
    case .react: 15
    case .dismiss: 16
    case .redraw: 17
    case .copy: 18
    case .point: 19
    }
  }
}

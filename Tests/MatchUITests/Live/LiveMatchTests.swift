// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchFixtures
import Protocol
import Stage
import Testing

@testable import MatchUI

@Suite("Live match", .timeLimit(.minutes(1)))
struct LiveMatchTests {
  private static let lists = [ClientCommand.listRooms(watch: false)]
  private static let follows = [ClientCommand.listRooms(watch: true)]

  private static func watches(_ code: String) -> [ClientCommand] {
    [.request(.joinRoom(JoinRoom(code: code, role: .spectator)))]
  }

  @Test("Once welcome it asks for the rooms, and watches one that plays")
  func beginning() {
    var tester = LiveTester()
    #expect(tester.live.nextTick == nil && !tester.live.isShown && tester.opacity == 0)
    tester.connect()
    #expect(tester.commands == Self.lists)
    tester.forget()
    tester.list(("AAAAA", 1, .waiting), ("BBBBB", 2, .ended), ("CCCCC", 2, .playing))
    #expect(tester.commands == Self.watches("CCCCC"))
    tester.forget()
    #expect(!tester.live.isShown && tester.opacity == 0)
  }

  @Test(
    "It enters none but the room it has moved for, and follows the rooms there if it did before")
  func moving() {
    for (show, question) in [(LiveMatch.Show.match, []), (.matchAndRooms, Self.follows)] {
      var tester = LiveTester(show: show)
      tester.connect()
      tester.list(("K7QF2", 2, .playing))
      tester.forget()
      tester.move()
      tester.list(("K7QF2", 2, .playing), ("BBBBB", 2, .playing))
      #expect(tester.commands == question)
      tester.forget()
      tester.join()
      tester.pass(.seconds(2))
      #expect(tester.live.isShown)
      tester.move()
      #expect(tester.commands == question && tester.live.isShown)
      tester.forget()
    }
  }

  @Test("Where no matches are wanted, it follows the rooms and watches none")
  func roomsAlone() {
    var tester = LiveTester(show: .rooms)
    tester.connect()
    tester.list(("K7QF2", 2, .playing))
    tester.pass(.seconds(60))
    #expect(tester.commands == Self.follows && tester.live.nextTick == nil)
    #expect(tester.core.rooms.map(\.code) == ["K7QF2"])
    tester.forget()
  }

  @Test("It prefers rooms of several players, and different numbers choose different rooms")
  func choice() {
    var chosen: Set<[ClientCommand]> = []
    for draw in 0..<20 {
      var tester = LiveTester(draw: UInt64(draw))
      tester.connect()
      tester.forget()
      tester.list(
        ("AAAAA", 1, .playing), ("BBBBB", 2, .playing), ("CCCCC", 3, .dealing),
        ("DDDDD", 4, .undealt))
      chosen.insert(tester.commands)
    }
    #expect(chosen == [Self.watches("BBBBB"), Self.watches("CCCCC")])
    var tester = LiveTester()
    tester.connect()
    tester.forget()
    tester.list(("AAAAA", 1, .playing))
    #expect(tester.commands == Self.watches("AAAAA"))
    tester.forget()
  }

  @Test("A match appears step by step, without a jump")
  func appearing() {
    var tester = LiveTester()
    tester.connect()
    tester.list(("K7QF2", 2, .playing))
    tester.join()
    #expect(tester.live.isShown && tester.opacity < 0.05 && tester.live.isFading(at: tester.now))
    var last = tester.opacity
    for _ in 0..<16 {
      tester.pass(.milliseconds(50))
      #expect(tester.opacity >= last && tester.opacity - last < 0.15)
      last = tester.opacity
    }
    #expect(tester.opacity == 1 && !tester.live.isFading(at: tester.now))
    #expect(tester.live.nextTick == nil)
  }

  @Test("Where nothing plays, it asks again after a pause")
  func nothing() {
    var tester = LiveTester()
    tester.connect()
    tester.forget()
    tester.list(("AAAAA", 1, .waiting))
    #expect(tester.commands == [])
    tester.forget()
    tester.pass(LiveMatch.pause - .seconds(1))
    #expect(tester.commands == [])
    tester.forget()
    tester.pass(.seconds(1))
    #expect(tester.commands == Self.lists)
    tester.forget()
    tester.list(("K7QF2", 2, .playing))
    #expect(tester.commands == Self.watches("K7QF2"))
    tester.forget()
  }

  @Test("The end of a match stays for a while; then it disappears, and the next one is looked for")
  func ending() {
    var tester = LiveTester()
    tester.watch()
    tester.play { $0.resign(0) }
    #expect(tester.core.table?.log.latest.phase == .ended)
    tester.pass(LiveMatch.endShown - .seconds(1))
    #expect(tester.live.isShown && tester.opacity == 1)
    tester.pass(.milliseconds(1200))
    #expect(!tester.live.isShown && tester.opacity > 0 && tester.opacity < 1)
    #expect(tester.commands == [])
    tester.forget()
    tester.pass(LiveMatch.fade)
    #expect(tester.opacity == 0 && tester.commands == [.request(.leaveRoom)])
    tester.forget()
    tester.hear(.left(id: nil, code: "room/left"))
    #expect(tester.commands == Self.lists)
    tester.forget()
    tester.list(("K7QF2", 2, .playing), ("BBBBB", 1, .playing))
    #expect(tester.commands == Self.watches("BBBBB"))
    tester.forget()
  }

  @Test("A room that refuses, or whose match is over, is left alone for a while")
  func refused() {
    var tester = LiveTester()
    tester.connect()
    tester.list(("K7QF2", 2, .playing))
    tester.forget()
    tester.hear(.refused(id: RequestID(1), Refusal(.roomLocked)))
    #expect(!tester.live.isOver && tester.opacity == 0)
    tester.pass(LiveMatch.pause)
    #expect(tester.commands == Self.lists)
    tester.forget()
    var late = LiveTester(.at(.ended))
    late.connect()
    late.list(("K7QF2", 2, .playing))
    late.forget()
    late.join()
    #expect(late.commands == [.request(.leaveRoom)] && late.opacity == 0)
    late.forget()
    late.hear(.left(id: nil, code: "room/left"))
    #expect(late.commands == [])
    late.forget()
    late.pass(LiveMatch.pause)
    #expect(late.commands == Self.lists)
    late.forget()
  }

  @Test("A match that is taken away disappears softly")
  func takenAway() {
    var tester = LiveTester()
    tester.watch()
    tester.hear(.left(id: nil, code: "room/locked"))
    #expect(!tester.live.isShown && tester.opacity > 0.9)
    tester.pass(LiveMatch.fade)
    #expect(tester.opacity == 0 && tester.commands == [])
    tester.forget()
    tester.pass(LiveMatch.pause)
    #expect(tester.commands == Self.lists)
    tester.forget()
  }

  @Test("Over a slow connection nothing is shown")
  func slow() {
    var tester = LiveTester(roundTrip: .milliseconds(400))
    tester.connect()
    tester.list(("K7QF2", 2, .playing))
    tester.join()
    tester.pass(LiveMatch.patience - .seconds(1))
    #expect(!tester.live.isOver && !tester.live.isShown)
    tester.pass(.seconds(1))
    #expect(tester.live.isOver && tester.opacity == 0)
    var good = LiveTester(roundTrip: .milliseconds(50))
    good.watch()
    #expect(good.live.isShown && good.opacity == 1)
  }

  @Test("A lost connection ends it, and so does its owner")
  func lost() {
    var tester = LiveTester()
    tester.watch()
    var other = tester.live
    tester.disconnect()
    #expect(tester.live.isOver && tester.opacity > 0.9)
    tester.pass(LiveMatch.fade)
    #expect(tester.opacity == 0 && tester.commands == [])
    tester.forget()
    other.end(at: tester.now)
    #expect(other.isOver && other.nextTick == nil)
  }

  @Test("The line beside it names who plays, and in the end the winner")
  func caption() {
    var tester = LiveTester()
    tester.watch()
    var scenes = SceneCache()
    func caption(_ tester: LiveTester) -> String? {
      guard let log = tester.core.table?.log, let time = tester.core.shownTime(at: tester.now)
      else { return nil }
      return scenes.exact(log, .init(), at: time).liveCaption
    }
    #expect(caption(tester) == "Ana and Ben, live")
    tester.play { $0.resign(0) }
    #expect(caption(tester)?.hasPrefix("Ben wins") == true)
    var crowd = LiveTester(
      ScriptedMatch(["Ana", "Ben", "Cy", "Di"], faces: [0, 0, 1, 1, 2, 2, 3, 3]))
    crowd.play {
      $0.begin()
      $0.deal()
    }
    crowd.watch()
    scenes = SceneCache()
    #expect(caption(crowd) == "Ana, Ben and 2 others, live")
  }
}

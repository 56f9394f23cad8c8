// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Stage
import Testing

@testable import MatchUI

@Suite("Texts of a match screen", .timeLimit(.minutes(1)))
struct MatchScreenWordingTests {
  typealias Change = (inout Scene.Seat) -> Void

  /// Ana's scene of a match against Ben.
  private static func scene(_ phase: MatchView.Phase = .playing) -> Scene {
    let script = ScriptedMatch.at(phase)
    var local = ViewerState()
    local.add(.seat(SeatIndex(0)), at: .zero)
    return stage(script.log, local, at: script.now + .milliseconds(200))
  }

  private let screen = MatchScreen(roomCode: "KAZU")

  @Test("A player's label says who plays the seat")
  func labels() {
    let scene = Self.scene()
    let table: [(String, Change)] = [
      ("Ben", { _ in }), ("Ben (you)", { $0.isYou = true }),
      ("Ben (left)", { $0.isTaken = false }), ("Ben (bot plays)", { $0.hasStandIn = true }),
      ("Ben (away)", { $0.isAway = true }), ("Ben (bot)", { $0.player?.isBot = true }),
      ("(free)", { $0.player = nil }),
    ]
    for (label, change) in table {
      var seat = scene.seats[1]
      change(&seat)
      #expect(screen.label(of: seat, in: scene) == label)
    }
    var broken = screen
    broken.offline = [SeatIndex(1)]
    #expect(broken.label(of: scene.seats[1], in: scene) == "Ben (offline)")
    #expect(broken.label(of: scene.seats[1], in: scene, limit: 12) == "B… (offline)")
  }

  @Test("Details are states first, as many as there is room for")
  func details() {
    let table: [(String, Int, Change)] = [
      ("0 pairs", 40, { _ in }),
      ("2 pairs, resigned", 40, { ($0.pairs, $0.hasResigned) = (2, true) }),
      ("0 pairs, away", 40, { ($0.isYou, $0.isAway) = (true, true) }),
      ("0 pairs, wants restart", 40, { $0.wantsRestart = true }),
      ("0 pairs, restart?", 20, { $0.wantsRestart = true }),
      ("restart?", 10, { $0.wantsRestart = true }), ("restart?", 4, { $0.wantsRestart = true }),
      ("resigned", 10, { $0.hasResigned = true }), ("", 4, { _ in }), ("", 40, { $0.player = nil }),
      ("rating 2202, 0 pairs", 40, { $0.player?.id = "ben" }),
      ("0 pairs", 19, { $0.player?.id = "ben" }),
    ]
    var rated = screen
    rated.ratings = ["ben": 23.4]
    for (text, cells, change) in table {
      var seat = Self.scene().seats[1]
      change(&seat)
      #expect(rated.details(of: seat, in: cells) == text, "\(cells)")
      #expect(!rated.details(of: seat, in: cells, hasRating: false).contains("rating"))
    }
  }

  @Test("The waiting room says whether each player is there and ready")
  func states() {
    var seats = Self.scene(.waiting).seats
    #expect(seats.map { screen.state(of: $0) } == ["you, owner, not ready", "not ready"])
    var rated = screen
    rated.ratings = ["ben": 23.4]
    seats[1].player?.id = "ben"
    #expect(rated.rating(of: seats[1]) == "2202" && rated.rating(of: seats[0]) == nil)
    var (ready, free, broken) = (seats[1], seats[1], screen)
    ready.isReady = true
    free.isTaken = false
    broken.offline = [SeatIndex(1)]
    #expect(screen.state(of: ready) == "ready" && screen.state(of: free) == "free")
    #expect(broken.state(of: ready) == "offline")
  }

  @Test("Spectators are counted where there is room")
  func spectators() {
    var watched = screen
    (watched.audience, watched.line) = (3, "no answer")
    #expect(
      watched.facts(in: Self.scene()) == [
        "4 of 4 pairs left", "Room KAZU  no answer", "3 watching",
      ])
    #expect(watched.facts(in: Self.scene(), between: " · ").contains("Room KAZU · no answer"))
    #expect(watched.room(beside: "Your turn.", in: 80) == "3 watching  Room KAZU  no answer")
    #expect(watched.room(beside: "Your turn.", in: 37) == "Room KAZU  no answer")
    #expect(watched.room(beside: "Your turn.", in: 20) == "Room KAZU")
  }

  @Test("Hints follow the match, and playback has none")
  func hints() {
    var scene = Self.scene()
    scene.headline = .turn(SeatIndex(1))
    #expect(screen.hints(in: scene) == "? help  r restart  q leave")
    scene.settings.isRated = true
    #expect(screen.hints(in: scene) == "? help  q leave")
    scene.seats[0].wantsRestart = true
    #expect(scene.seats[0].isYou)
    #expect(screen.hints(in: scene) == "You asked to restart: others press r  ? help  q leave")
    scene.seats[0].wantsRestart = false
    scene.seats[1].wantsRestart = true
    #expect(screen.hints(in: scene) == "r restart with Ben  ? help  q leave")
    var playback = screen
    playback.showsHints = false
    #expect(playback.hints(in: scene) == "")
  }

  @Test("Where cards are shuffled by players, each may do so once")
  func shuffling() {
    var script = ScriptedMatch.at(.playing)
    let seat = script.turnSeat
    #expect(script.view.mayShuffle(seat))
    script.shuffle()
    #expect(!script.view.mayShuffle(seat) && script.view.mayShuffle(SeatIndex(script.otherSeat)))
    for settings in [MatchSettings(shuffle: .off), MatchSettings(shuffleEvery: 4)] {
      #expect(!ScriptedMatch.at(.playing, settings: settings).view.mayShuffle(seat))
    }
    #expect(!script.view.mayShuffle(SeatIndex(7)))
  }

  @Test("A code without a link is shared without a command")
  func code() {
    let sharing = screen.sharing(in: Self.scene(.waiting))
    #expect(sharing?.title == "Others watch with this code:" && sharing?.command == "")
    #expect(MatchScreen(roomCode: "").sharing(in: Self.scene(.waiting)) == nil)
  }

  @Test("Where nobody has points, pairs count")
  func pairs() {
    var scene = Self.scene()
    let standing = Standing(
      rank: 1, seat: SeatIndex(1), player: Player(name: "Ben"), score: 9, pairs: 2)
    scene.seats[1].pairs = 2
    #expect(screen.standing(standing, in: scene) == ("1. ▲ Ben", "9 points, 2 pairs"))
    #expect(scene.points(of: scene.seats[1]) == "0")
    scene.settings.mode = .zen
    #expect(screen.standing(standing, in: scene) == ("1. ▲ Ben", "2 pairs"))
    #expect(scene.points(of: scene.seats[1]) == "2")
    #expect(MatchScreen.mark(SeatIndex(9)) == "○")
    scene.settings.mode = .teams
    #expect(screen.standing(standing, in: scene).0 == "1. ▲ B Ben")
    #expect(screen.facts(in: scene).contains("Team A 0, Team B 0"))
  }

  @Test("Without a clock to show, the headline has no time left")
  func headlineWithoutTime() {
    let playing = Self.scene()
    #expect(playing.headlineText.hasPrefix(playing.headlineTextWithoutTime))
    #expect(
      playing.headlineText.hasSuffix(" s") && !playing.headlineTextWithoutTime.hasSuffix(" s"))
    let ended = Self.scene(.ended)
    #expect(ended.headlineTextWithoutTime == ended.headlineText)
  }

  @Test("Help names no key that the match's settings forbid, and its end has keys of its own")
  func forbidden() throws {
    var settings = MatchSettings(theme: "animals")
    (settings.isRated, settings.shuffle) = (true, .off)
    var script = ScriptedMatch(settings: settings)
    script.begin()
    script.deal()
    let frame = try #require(SessionTester(script, seat: 0).frame())
    let keys = frame.screen.keys(in: frame.scene).map { $0.0 }
    #expect(keys.contains("b 3") && !keys.contains("s") && !keys.contains("r"))
    let end = try #require(SessionTester(.at(.ended), seat: 0).frame())
    let last = end.screen.keys(in: end.scene).map { $0.0 }
    #expect(last.contains("c") && !last.contains("b 3") && !last.contains("b, x"))
  }
}

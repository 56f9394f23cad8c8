// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchFixtures
import Stage
import Testing

@testable import MatchUI

@Suite("Last event", .timeLimit(.minutes(1)))
struct LastEventTests {
  private static let faces = [2, 2, 15, 15, 27, 27, 28, 28]

  private static func played() -> ScriptedMatch {
    var script = ScriptedMatch(["Ana", "Ben"], faces: faces)
    script.begin()
    script.deal()
    return script
  }

  @Test("A card is named once its face shows, and no sooner")
  func reveals() throws {
    var script = Self.played()
    var last = LastEvent()
    let seat = script.turnSeat
    let dealt = last.sentence(in: script.log, at: script.now, Sentences())
    #expect(dealt.hasPrefix("8 cards are dealt"))
    script.choose(0)
    let flip = try #require(script.log.entries.last { $0.event.isFlip })
    let name = Wording.name(script.view.seats[seat.rawValue].player, seat: seat)
    #expect(
      last.sentence(in: script.log, at: flip.shownAt - .milliseconds(1), Sentences()) == dealt)
    #expect(
      last.sentence(in: script.log, at: flip.shownAt, Sentences()) == "\(name) turns A1: panda.")
    // The same in any order of calls.
    var late = LastEvent()
    #expect(
      late.sentence(in: script.log, at: script.now + .seconds(1), Sentences(you: seat))
        == "You turn A1: panda.")
    #expect(
      late.sentence(in: script.log, at: flip.shownAt, Sentences()) == "\(name) turns A1: panda.")
  }

  @Test(
    "The match says what a card shows, in any window and drawing",
    arguments: [nil, .halves, .sextants] as [Blocks?])
  func shown(blocks: Blocks?) throws {
    var script = Self.played()
    script.choose(0)
    var local = ViewerState()
    local.add(.seat(script.turnSeat), at: .zero)
    let time = script.now + .milliseconds(900)
    let scene = stage(script.log, local, at: time)
    var last = LastEvent()
    var screen = MatchScreen(roomCode: "KAZU")
    screen.news = last.sentence(in: script.log, at: time, Sentences(you: scene.you))
    for size in [(60, 20), (80, 24), (100, 32), (120, 40)].map({
      WindowSize(columns: $0, rows: $1)
    }) {
      let viewport = MatchViewport(size: size, blocks: blocks)
      let texts = try screen.texts(of: scene, in: viewport)
      #expect(texts.contains("You turn A1: panda."), "\(size)")
      #expect(texts.contains { $0.contains("? help") })
      var warned = screen
      warned.message = "No."
      #expect(try !warned.texts(of: scene, in: viewport).contains { $0.contains("panda") })
    }
  }

  @Test("A match that is over or has yet to begin has no news")
  func silent() {
    var script = Self.played()
    script.choose(0)
    script.resign(1)
    var last = LastEvent()
    #expect(last.sentence(in: script.log, at: script.now + .seconds(9), Sentences()) == "")
    #expect(last.sentence(in: MatchLog(), at: .zero, Sentences()) == "")
  }
}

extension Event {
  fileprivate var isFlip: Bool {
    if case .flipped = self { return true }
    return false
  }
}

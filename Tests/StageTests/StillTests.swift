// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchFixtures
import Stage
import Testing

@Suite("Reduced motion", .timeLimit(.minutes(1)))
struct StillTests {
  private static let less = [MotionPreference.reduced, .none]

  private func dealt() -> ScriptedMatch {
    var script = ScriptedMatch()
    script.pass(.seconds(1))
    script.begin()
    script.deal()
    return script
  }

  private func eyes(_ motion: MotionPreference) -> ViewerState {
    var local = ViewerState()
    local.motion = motion
    return local
  }

  private func card(
    _ script: ScriptedMatch, _ place: Int, _ motion: MotionPreference, at time: ServerTime
  ) throws -> Scene.Card {
    try #require(stage(script.log, eyes(motion), at: time).cards.first { $0.place == place })
  }

  @Test("Everything but poses is the same at the same time, faces too", arguments: less)
  func facts(motion: MotionPreference) {
    var script = ScriptedMatch(["Ana", "Ben", "Cy"])
    script.begin()
    script.deal()
    script.choose(0, 2)
    script.choose(4, 5)
    script.choose(0, 3)
    script.shuffle()
    script.choose(6)
    script.pass(.seconds(31))
    let staged = StagedLog(script.log)
    let reveals = Set(script.log.entries.map(\.shownAt))
    let length = (script.now - ScriptedMatch.opening).wholeMilliseconds
    for milliseconds in stride(from: -100, to: length, by: 37) {
      let time = ScriptedMatch.opening + .milliseconds(milliseconds)
      let full = stage(staged, ViewerState(), at: time)
      let less = stage(staged, eyes(motion), at: time)
      #expect(less.phase == full.phase && less.headline == full.headline)
      #expect(less.deck == full.deck && less.table == full.table)
      #expect(less.scoreNotes == full.scoreNotes && less.standings == full.standings)
      #expect(less.seats.map(\.score) == full.seats.map(\.score))
      #expect(less.seats.map(\.isTurn) == full.seats.map(\.isTurn))
      #expect(less.turn?.clock?.secondsLeft == full.turn?.clock?.secondsLeft)
      #expect(less.numbers.map(\.delta) == full.numbers.map(\.delta))
      let shown = full.cards.filter { !$0.isMatched || $0.scale == 1 }
      let ids = Set(less.cards.map(\.id))
      #expect(shown.allSatisfy { ids.contains($0.id) })
      // A full turn is edge-on at the reveal itself, and shows its face right after.
      guard !reveals.contains(time) else { continue }
      for card in full.cards {
        guard let other = less.cards.first(where: { $0.id == card.id }) else { continue }
        #expect(other.face == card.face, "\(milliseconds) ms")
      }
    }
  }

  @Test("Nothing travels, turns, spins, grows or slides", arguments: less)
  func poses(motion: MotionPreference) throws {
    var script = ScriptedMatch()
    #expect(stage(script.log, eyes(motion), at: script.now).seats.allSatisfy { $0.presence == 1 })
    script.begin()
    script.deal()
    script.choose(0, 1)
    script.shuffle()
    script.choose(2, 5)
    script.emit(.vacated(SeatIndex(1)))
    script.pass(.milliseconds(10))
    script.emit(
      .opened(Event.Opened(matchID: "next", settings: script.view.settings, theme: "animals")))
    script.pass(.seconds(2))
    let staged = StagedLog(script.log)
    var local = eyes(motion)
    for card in script.log.entries.compactMap({ entry -> CardID? in
      if case .flipped(let flip) = entry.event { flip.card } else { nil }
    }) {
      local.add(.chose(card), at: ScriptedMatch.opening + .seconds(4))
      local.add(.refused(card), at: ScriptedMatch.opening + .seconds(5))
    }
    let length = (script.now - ScriptedMatch.opening).wholeMilliseconds
    for milliseconds in stride(from: 0, to: length, by: 23) {
      let time = ScriptedMatch.opening + .milliseconds(milliseconds)
      let scene = stage(staged, local, at: time)
      #expect(scene.seats.allSatisfy { $0.presence == 1 && $0.leaver == nil })
      for card in scene.cards {
        #expect(card.centre == scene.table.centre(of: card.place))
        #expect(card.rotation == (card.face == nil ? 180 : 0))
        #expect(card.spin == 0 && card.scale == 1 && card.lift == 0 && card.z <= 2)
        #expect(card.opacity == 1 || motion == .reduced)
      }
      #expect(motion == .reduced || scene.motion == .still)
    }
  }

  @Test("Cards are dealt one by one, each in its place at once", arguments: less)
  func deal(motion: MotionPreference) throws {
    let script = dealt()
    let deal = try #require(script.view.deal)
    for turn in 0..<8 {
      let start = deal.beganAt + deal.stagger * turn
      let before = stage(script.log, eyes(motion), at: start - .microseconds(1))
      #expect(before.cards.count == turn && before.nextChange == start)
      let scene = stage(script.log, eyes(motion), at: start)
      #expect(scene.cards.count == turn + 1 && scene.motion == .still)
    }
  }

  @Test("A flip is a cut at the reveal, highlighted for a moment with reduced motion")
  func flip() throws {
    var script = dealt()
    script.choose(2)
    let reveal = try #require(script.steps.last?.entry.shownAt)
    for motion in Self.less {
      let before = try card(script, 2, motion, at: reveal - .microseconds(1))
      #expect(before.rotation == 180 && before.face == nil && !before.isHighlighted)
      let after = try card(script, 2, motion, at: reveal)
      #expect(after.rotation == 0 && after.face == Face(1))
      #expect(after.isHighlighted == (motion == .reduced))
      #expect(
        try card(script, 2, motion, at: reveal + .microseconds(399_999)).isHighlighted
          == (motion == .reduced))
      #expect(try !card(script, 2, motion, at: reveal + .milliseconds(400)).isHighlighted)
    }
    #expect(try !card(script, 2, .full, at: reveal + .milliseconds(10)).isHighlighted)
  }

  @Test("A mismatch shows for as long as with full motion, and then turns back at once")
  func turnBack() throws {
    var script = dealt()
    script.choose(0, 2)
    let settled = try #require(script.steps.last { $0.after.faceUp != $0.before.faceUp }?.entry)
    let middle = settled.at + .milliseconds(180)
    for motion in MotionPreference.allCases {
      #expect(try card(script, 0, motion, at: middle - .milliseconds(1)).face == Face(0))
      #expect(try card(script, 0, motion, at: middle + .milliseconds(1)).face == nil)
    }
    #expect(try card(script, 0, .reduced, at: middle).isHighlighted)
  }

  @Test("A pair fades with reduced motion, and is gone at once with none")
  func pair() throws {
    var script = dealt()
    script.choose(0)
    script.choose(1)
    script.pass(.seconds(2))
    let settled = try #require(script.steps.last { $0.after.faceUp != $0.before.faceUp }?.entry)
    #expect(try card(script, 0, .reduced, at: settled.at).opacity == 1)
    let half = try card(script, 0, .reduced, at: settled.at + .milliseconds(175))
    #expect(abs(half.opacity - 0.5) < 0.01 && half.scale == 1 && half.isMatched)
    let gone = settled.at + .milliseconds(350)
    #expect(stage(script.log, eyes(.reduced), at: gone).cards.count == 6)
    #expect(stage(script.log, eyes(.none), at: settled.at).cards.count == 6)
    #expect(stage(script.log, eyes(.none), at: settled.at - .microseconds(1)).cards.count == 8)
  }

  @Test("Score numbers stay on their card: they fade with reduced motion, and not without motion")
  func numbers() throws {
    var script = dealt()
    script.choose(0)
    script.choose(1)
    let reveal = script.now
    func number(_ motion: MotionPreference, _ milliseconds: Int) -> Scene.FlyingNumber? {
      stage(script.log, eyes(motion), at: reveal + .milliseconds(milliseconds)).numbers.last
    }
    let start = stage(script.log, ViewerState(), at: reveal).table.centre(of: 1)
    for motion in Self.less {
      #expect([0, 700, 1499].allSatisfy { number(motion, $0)?.centre == start })
      #expect(number(motion, 1500) == nil)
    }
    let faded = try #require(number(.reduced, 1000)?.opacity)
    #expect((0.3..<0.8).contains(faded) && number(.none, 1499)?.opacity == 1)
  }

  @Test("Without motion, clocks and pies drain in whole seconds")
  func steps() throws {
    var script = dealt()
    script.choose(2)
    let reveal = try #require(script.steps.last?.entry.shownAt)
    let limit = try #require(script.view.turn?.deadline)
    for (milliseconds, left) in [(0, 6), (1, 6), (999, 6), (1000, 5), (5001, 1), (5999, 1)] {
      let time = reveal + .milliseconds(milliseconds)
      #expect(try card(script, 2, .none, at: time).bonus == Double(left) / 6)
      let clock = try #require(stage(script.log, eyes(.none), at: time).turn?.clock)
      #expect(clock.fraction == Double(clock.secondsLeft) / 30)
    }
    #expect(try card(script, 2, .none, at: reveal + .seconds(6)).bonus == nil)
    let scene = stage(script.log, eyes(.none), at: limit - .milliseconds(3500))
    #expect(scene.motion == .still && scene.nextChange == limit - .seconds(3))
  }

  @Test("A choice and its refusal are only marks", arguments: less)
  func refusal(motion: MotionPreference) throws {
    let script = dealt()
    let id = try #require(script.view.card(at: 3)).id
    var local = eyes(motion)
    local.add(.chose(id), at: script.now)
    func shown(_ milliseconds: Int) throws -> Scene.Card {
      let time = script.now + .milliseconds(milliseconds)
      return try #require(stage(script.log, local, at: time).cards.first { $0.id == id })
    }
    #expect(try shown(100).isChosen && shown(100).rotation == 180)
    local.add(.refused(id), at: script.now + .milliseconds(50))
    #expect(try shown(49).isChosen && shown(50).isRefused && !shown(50).isChosen)
    #expect(try shown(449).isRefused && !shown(450).isRefused)
    #expect(try shown(100).centre == shown(500).centre)
  }
}

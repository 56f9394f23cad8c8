// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchFixtures
import Stage
import Testing

/// A choice beside the log, and everything that may become of it.
@Suite("Reconciliation of choices", .timeLimit(.minutes(1)))
struct ReconciliationTests {
  private let script: ScriptedMatch
  private let card: CardID

  init() throws {
    var script = ScriptedMatch()
    script.begin()
    script.deal()
    self.script = script
    card = try #require(script.view.card(at: 3)).id
  }

  private func shown(
    _ log: MatchLog, _ local: ViewerState, at time: ServerTime
  ) throws -> Scene.Card {
    try #require(stage(log, local, at: time).cards.first { $0.id == card })
  }

  /// The largest turn in a sixtieth of a second, from one time to another.
  private func mostTurned(
    _ log: MatchLog, _ local: ViewerState, from start: ServerTime, for milliseconds: Int
  ) throws -> Double {
    let angles = try (0...(milliseconds * 60 / 1000)).map {
      try shown(log, local, at: start + .microseconds(16_667 * $0)).rotation
    }
    return zip(angles, angles.dropFirst()).map { abs($1 - $0) }.max() ?? 0
  }

  @Test("A refused card stays face up if another player's flip of it came first")
  func outrun() throws {
    var script = script
    var local = ViewerState()
    let pressedAt = script.now
    local.add(.chose(card), at: pressedAt)
    script.pass(.milliseconds(60))
    script.choose(3)
    let flip = try #require(script.steps.last?.entry)
    local.add(.arrived(flip.seq), at: flip.at + .milliseconds(70))
    local.add(.refused(card), at: flip.at + .milliseconds(71))
    script.pass(.seconds(1))
    let end = flip.shownAt + .milliseconds(150)
    let seen = try shown(script.log, local, at: end + .milliseconds(400))
    #expect(seen.face == Face(1) && seen.rotation == 0 && !seen.isChosen && !seen.isRefused)
    #expect(try shown(script.log, local, at: end) == shown(script.log, ViewerState(), at: end))
    #expect(try mostTurned(script.log, local, from: pressedAt, for: 900) <= 12)
  }

  @Test("A choice ends when another player's earlier flip of the card arrives")
  func unaware() throws {
    var script = script
    script.choose(3)
    let flip = try #require(script.steps.last?.entry)
    script.pass(.seconds(2))
    var local = ViewerState()
    local.add(.chose(card), at: flip.shownAt + .milliseconds(300))
    let arrival = flip.shownAt + .milliseconds(700)
    local.add(.arrived(flip.seq), at: arrival)
    #expect(try shown(script.log, local, at: arrival - .milliseconds(1)).isChosen)
    let same = arrival + .milliseconds(150)
    #expect(try shown(script.log, local, at: same) == shown(script.log, ViewerState(), at: same))
  }

  @Test("A card that is face up for the viewer does not wait for an answer")
  func pressedTwice() throws {
    var script = script
    script.choose(3)
    script.pass(.seconds(1))
    var local = ViewerState()
    local.add(.chose(card), at: script.now)
    let now = script.now
    #expect(try shown(script.log, local, at: now) == shown(script.log, ViewerState(), at: now))
  }

  @Test("A restart ends a choice: the card turns back and returns to the deck")
  func restart() throws {
    var script = script
    var local = ViewerState()
    local.add(.chose(card), at: script.now)
    script.pass(.milliseconds(300))
    let start = script.now
    let before = script.log
    script.emit(
      .opened(Event.Opened(matchID: "next", settings: script.view.settings, theme: "animals")))
    script.pass(.seconds(1))
    #expect(try shown(before, local, at: start).isChosen)
    let seen = try shown(script.log, local, at: start)
    #expect(seen.rotation == 96 && !seen.isChosen)
    #expect(try shown(script.log, local, at: start + .milliseconds(140)).rotation == 180)
    #expect(try mostTurned(script.log, local, from: start - .milliseconds(300), for: 600) <= 12)
  }

  @Test("Chosen and refused again and again, a card never jumps", arguments: [1, 20, 70, 130])
  func hammered(milliseconds: Int) throws {
    var local = ViewerState()
    var time = script.now
    for _ in 0..<6 {
      local.add(.chose(card), at: time)
      time = time + .milliseconds(milliseconds)
      local.add(.refused(card), at: time)
      time = time + .milliseconds(9)
    }
    #expect(
      try mostTurned(script.log, local, from: script.now, for: 6 * (milliseconds + 9) + 400) <= 12)
    #expect(try shown(script.log, local, at: time + .milliseconds(300)).rotation == 180)
  }

  @Test("An answer that is seconds late moves the card as if it had just arrived")
  func afterBreak() throws {
    var script = script
    var local = ViewerState()
    let pressedAt = script.now
    local.add(.chose(card), at: pressedAt)
    script.choose(3)
    let flip = try #require(script.steps.last?.entry)
    script.pass(.seconds(5))
    let back = flip.shownAt + .seconds(3)
    local.add(.arrived(flip.seq), at: back)
    #expect(try shown(script.log, local, at: back).rotation == 96)
    let seen = try shown(script.log, local, at: back + .milliseconds(150))
    #expect(seen.rotation == 0 && seen.face == Face(1) && !seen.isChosen)
    #expect(try mostTurned(script.log, local, from: pressedAt, for: 3600) <= 12)
  }

  @Test("A flip that was turned back before it arrived is not shown")
  func missed() throws {
    var script = script
    script.choose(3, 4)
    let flip = try #require(
      script.log.entries.first { if case .flipped = $0.event { true } else { false } })
    let settled = try #require(script.steps.last { $0.after.faceUp != $0.before.faceUp }?.entry)
    var local = ViewerState()
    local.add(.chose(card), at: flip.at - .milliseconds(100))
    script.pass(.seconds(3))
    local.add(.arrived(flip.seq), at: settled.at + .seconds(1))
    let seen = try shown(script.log, local, at: settled.at + .seconds(1))
    #expect(seen.rotation == 180 && !seen.isChosen)
  }

  @Test("A face that showed late stays longer by the same time, up to a quarter of a second")
  func exposure() throws {
    // After the reveal it shows in the middle of a blink, before it when it is half turned.
    let cases: [(late: Int?, later: Int)] = [
      (nil, 0), (-60, 0), (-10, 80), (60, 120), (150, 210), (600, 250),
    ]
    for (late, later) in cases {
      var script = script
      script.choose(4)
      script.choose(3)
      let flip = try #require(script.steps.last?.entry)
      script.pass(.seconds(4))
      let settled = try #require(script.steps.last { $0.after.faceUp != $0.before.faceUp }?.entry)
      var local = ViewerState()
      if let late { local.add(.arrived(flip.seq), at: flip.shownAt + .milliseconds(late)) }
      for milliseconds in stride(from: 0, to: 700, by: 10) {
        let time = settled.at + .milliseconds(milliseconds)
        let here = try shown(script.log, local, at: time)
        let there = try shown(
          script.log, ViewerState(), at: max(settled.at, time - .milliseconds(later)))
        #expect(abs(here.rotation - there.rotation) < 1e-3, "\(later) ms, \(milliseconds) ms")
      }
    }
  }

  @Test("A late conceal starts from its beginning when it arrives")
  func lateConceal() throws {
    var script = script
    script.choose(4)
    script.choose(3)
    script.pass(.seconds(4))
    let settled = try #require(script.steps.last { $0.after.faceUp != $0.before.faceUp }?.entry)
    var local = ViewerState()
    local.add(.arrived(settled.seq), at: settled.at + .milliseconds(130))
    #expect(try shown(script.log, local, at: settled.at + .milliseconds(130)).rotation == 0)
    #expect(try shown(script.log, local, at: settled.at + .milliseconds(480)).rotation > 170)
    #expect(try shown(script.log, local, at: settled.at + .milliseconds(491)).rotation == 180)
    #expect(try mostTurned(script.log, local, from: settled.at, for: 600) <= 14.4)
  }

  @Test("No old choice waits, however often the card was turned since")
  func longAgo() throws {
    var script = script
    var local = ViewerState()
    for _ in 0..<6 {
      local.add(.chose(card), at: script.now - .milliseconds(50))
      script.choose(3, 4)
    }
    script.pass(.seconds(5))
    for milliseconds in stride(from: -3000, to: 0, by: 100) {
      let seen = try shown(script.log, local, at: script.now + .milliseconds(milliseconds))
      #expect(seen.rotation == 180 && !seen.isChosen)
    }
  }

  @Test("The player may choose the card again meanwhile, and it turns from where it is")
  func again() throws {
    var script = script
    script.choose(4)
    script.choose(3)
    let flip = try #require(script.steps.last?.entry)
    script.pass(.milliseconds(1500))
    let settled = try #require(script.steps.last { $0.after.faceUp != $0.before.faceUp }?.entry)
    var local = ViewerState()
    local.add(.arrived(flip.seq), at: flip.shownAt + .milliseconds(100))
    script.pass(.milliseconds(200))
    local.add(.chose(card), at: script.now)
    script.choose(3)
    script.pass(.seconds(1))
    let most = try mostTurned(
      script.log, local, from: settled.at, for: Int((script.now - settled.at).wholeMilliseconds))
    #expect(most <= 13.8)
    #expect(try shown(script.log, local, at: script.now).face == Face(1))
  }

  @Test("A pair that arrives late catches up with its spin and leaves later by the same time")
  func pair() throws {
    var script = script
    script.choose(2)
    script.choose(3)
    let flip = try #require(script.steps.last?.entry)
    script.pass(.seconds(3))
    let gone = try #require(script.steps.last { !$0.before.faceUp.isEmpty }?.entry).at
    var local = ViewerState()
    let arrival = flip.shownAt + .milliseconds(100)
    local.add(.arrived(flip.seq), at: arrival)
    let same = arrival + .milliseconds(150)
    #expect(try shown(script.log, local, at: same) == shown(script.log, ViewerState(), at: same))
    #expect(try shown(script.log, local, at: arrival).spin == 0)
    let middle = gone + .milliseconds(175)
    let scale = try shown(script.log, ViewerState(), at: middle).scale
    #expect(
      try abs(shown(script.log, local, at: middle + .milliseconds(100)).scale - scale) < 1e-6)
    #expect(stage(script.log, local, at: gone + .milliseconds(449)).cards.count == 8)
    #expect(stage(script.log, local, at: gone + .milliseconds(450)).cards.count == 6)
  }

  @Test(
    "Who wants no travel sees a late face by a late cut, and as much longer",
    arguments: [MotionPreference.reduced, .none])
  func cuts(motion: MotionPreference) throws {
    var script = script
    script.choose(4)
    script.choose(3)
    let flip = try #require(script.steps.last?.entry)
    script.pass(.seconds(4))
    let settled = try #require(script.steps.last { $0.after.faceUp != $0.before.faceUp }?.entry)
    var local = ViewerState()
    local.motion = motion
    local.add(.arrived(flip.seq), at: flip.shownAt + .milliseconds(100))
    func face(_ time: ServerTime) throws -> Face? { try shown(script.log, local, at: time).face }
    #expect(try face(flip.shownAt + .milliseconds(99)) == nil)
    #expect(try face(flip.shownAt + .milliseconds(100)) == Face(1))
    #expect(try face(settled.at + .milliseconds(279)) == Face(1))
    #expect(try face(settled.at + .milliseconds(280)) == nil)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchFixtures
import Testing

@testable import Stage

@Suite("Blind shuffles on the stage", .timeLimit(.minutes(1)))
struct BlindShuffleTests {
  /// A match with one pair cleared, whose remaining cards are dealt again at `start`.
  private static let script: (log: MatchLog, start: ServerTime, playableAt: ServerTime) = {
    var script = ScriptedMatch(
      settings: MatchSettings(turnLimit: .zero, shuffle: .blind, theme: "animals"))
    script.begin()
    script.deal()
    script.choose(0)
    script.choose(1)
    script.pass(.seconds(4))
    script.shuffle()
    let entry = script.log.entries.last { if case .shuffled = $0.event { true } else { false } }
    return (script.log, entry?.at ?? .zero, script.view.deal?.playableAt ?? .zero)
  }()

  private func scene(_ time: ServerTime, _ motion: MotionPreference = .full) -> Scene {
    var local = ViewerState()
    local.motion = motion
    return stage(Self.script.log, local, at: time)
  }

  @Test("The cards return to the deck and are dealt again, none twice and none lost")
  func whole() {
    let (start, end) = (Self.script.start, Self.script.playableAt)
    var smallest = 6
    for step in 0...200 {
      let time = start + .microseconds((end - start).wholeMicroseconds * Int64(step) / 200)
      for motion in [MotionPreference.full, .reduced, .none] {
        let scene = scene(time, motion)
        #expect(scene.cards.count + (scene.deck?.count ?? 0) == 6, "step \(step), \(motion)")
        #expect(scene.cards.allSatisfy { $0.face == nil && $0.rotation == 180 })
        #expect(Set(scene.cards.map(\.id)).count == scene.cards.count)
        smallest = min(smallest, scene.cards.count)
      }
    }
    #expect(smallest == 0)
    let after = scene(end + .milliseconds(1))
    #expect(after.cards.allSatisfy { $0.centre == after.table.centre(of: $0.place) })
    #expect(after.cards.allSatisfy { $0.id.generation == 2 } && after.deck == nil)
    #expect(after.cards.map(\.id.slot).sorted() == [2, 3, 4, 5, 6, 7])
  }

  @Test("Nothing jumps on the way")
  func steady() {
    var last: [CardID: Point] = [:]
    let length = (Self.script.playableAt - Self.script.start).wholeMilliseconds
    for step in 0...(length / 8 + 10) {
      let scene = scene(Self.script.start + .milliseconds(8 * step))
      for card in scene.cards {
        let before = last.updateValue(card.centre, forKey: card.id) ?? card.centre
        let way = Point(x: card.centre.x - before.x, y: card.centre.y - before.y)
        #expect((way.x * way.x + way.y * way.y).squareRoot() < 0.8, "step \(step)")
      }
    }
    #expect(last.count == 12)
  }

  @Test("Meanwhile nobody has the turn, and the headline says why")
  func headline() {
    let script = Self.script
    #expect(scene(script.start + .milliseconds(100)).headline == .shuffling)
    #expect(scene(script.playableAt - .milliseconds(1)).headline == .shuffling)
    guard case .turn = scene(script.playableAt).headline else {
      Issue.record("\(scene(script.playableAt).headline)")
      return
    }
  }

  @Test("A late joiner sees the same, from a base before, during and after the shuffle")
  func late() {
    let log = Self.script.log
    let times = (0..<30).map { Self.script.start + .milliseconds(200 * $0) }
    for count in log.entries.count - 4...log.entries.count {
      var view = log.base
      for entry in log.entries[..<count] { view.apply(entry) }
      var late = MatchLog(base: view)
      for entry in log.entries[count...] { late.append(entry) }
      for time in times where time > view.at {
        let seen = stage(late, ViewerState(), at: time).cards.map { [$0.centre.x, $0.centre.y] }
        let expected = stage(log, ViewerState(), at: time).cards.map { [$0.centre.x, $0.centre.y] }
        // A view from after the shuffle lacks the gathered cards' places, but has the deal.
        guard view.generation == 1 || time >= view.deal?.beganAt ?? .zero else { continue }
        #expect(seen == expected, "base \(count)")
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchFixtures
import Stage
import Testing

@Suite("Clock refill", .timeLimit(.minutes(1)))
struct StagedClockRefillTests {
  /// A turn with one card up whose bonus drains, and in which four of ten seconds are refunded.
  private static func script() -> (ScriptedMatch, at: ServerTime) {
    var script = ScriptedMatch(
      settings: MatchSettings(turnLimit: .seconds(30), bonusLimit: .seconds(20)))
    script.begin()
    script.deal()
    script.choose(0)
    script.pass(.seconds(10))
    script.emit(.clockAdjusted(givenBack: .seconds(4)))
    return (script, script.now)
  }

  private func scenes(_ motion: MotionPreference) -> [Scene] {
    let (script, at) = Self.script()
    var local = ViewerState()
    local.motion = motion
    let staged = StagedLog(script.log)
    return stride(from: -100, through: 700, by: 10).map {
      stage(staged, local, at: at + .milliseconds($0))
    }
  }

  private func pie(_ scene: Scene) -> Double { scene.cards.compactMap { $0.bonus }.first ?? -1 }

  @Test("refills clock and pie without a jump", arguments: [MotionPreference.full, .reduced])
  func fills(motion: MotionPreference) throws {
    let scenes = scenes(motion)
    let clocks = try scenes.map { try #require($0.turn?.clock).fraction }
    let pies = scenes.map(pie)
    for shown in [clocks, pies] {
      let steps = zip(shown, shown.dropFirst()).map { $1 - $0 }
      #expect(steps.allSatisfy { abs($0) < 0.015 }, "\(steps)")
      #expect(steps.contains { $0 > 0 })
    }
    // Four seconds more than at the begin, less the 0.8 s that have passed.
    let gained = (clock: clocks[80] - clocks[0], pie: pies[80] - pies[0])
    #expect((0.1056...0.1077).contains(gained.clock))
    #expect((0.159...0.161).contains(gained.pie))
    #expect(scenes[20].motion == .moving)
    #expect(scenes[70].motion == .counting)
  }

  @Test("is complete at once without motion")
  func atOnce() throws {
    let seconds = try scenes(.none).map { try #require($0.turn?.clock).secondsLeft }
    #expect(Set(seconds).count == 2)
    #expect(seconds[9] + 4 == seconds[10])
  }

  @Test("never shows more than a full clock")
  func full() throws {
    var script = ScriptedMatch(settings: MatchSettings(turnLimit: .seconds(30)))
    script.begin()
    script.deal()
    let left = try #require(
      stage(script.log, ViewerState(), at: script.now).turn?.clock
    ).fraction
    script.emit(.clockAdjusted(givenBack: .seconds(600)))
    let clock = try #require(
      stage(script.log, ViewerState(), at: script.now + .seconds(1)).turn?.clock)
    #expect(clock.fraction <= 1 && clock.fraction > left - 0.05)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("Reduced motion", .timeLimit(.minutes(1)))
struct MotionPreferenceTests {
  @Test("a change is at its target at once, after its delay")
  func travel() {
    var track = Track(0.0)
    track.change(to: 1, at: 0, animation: .linear(duration: 1))
    track.change(to: 2, at: 1, animation: .linear(duration: 1).delay(0.5))
    track.change(to: 3, at: 1.2)
    #expect(track.value(at: 0, motion: .reduced) == 1)
    #expect(track.value(at: 1.1, motion: .reduced) == 1)
    #expect(track.value(at: 1.3, motion: .reduced) == 2)
    #expect(track.value(at: 1.5, motion: .reduced) == 3)
    #expect(track.value(at: 0.25, motion: .full) == track.value(at: 0.25))
  }

  @Test("without motion everything is at its target at once, whatever its delay")
  func none() {
    var track = Track(0.0)
    track.change(to: 1, at: 0, animation: .linear(duration: 1).delay(5))
    track.change(to: 360, at: 2, animation: .linear(duration: 1).repeatForever())
    #expect(
      [-1, 0, 1.9, 2, 2.5].map { track.value(at: $0, motion: .none) } == [0, 1, 1, 360, 360])
    #expect(
      MotionPreference.none.flip(at: .degrees(89)) == FlipStyle(angle: .degrees(0), backOpacity: 0))
    #expect(
      MotionPreference.none.flip(at: .degrees(90)) == FlipStyle(angle: .degrees(0), backOpacity: 1))
  }

  @Test("only full motion allows travel, and only no motion forbids fades")
  func levels() {
    #expect(MotionPreference.allCases.map(\.allowsTravel) == [true, false, false])
    #expect(MotionPreference.allCases.map(\.allowsFades) == [true, true, false])
  }

  @Test("a card that spins for ever lies still, and one that waits for ever stays")
  func spin() {
    var track = Track(0.0)
    track.change(to: 360, at: 0, animation: .linear(duration: 1).repeatForever())
    #expect(track.value(at: 0.25, motion: .reduced) == 360)
    track.change(to: 0, at: 1, animation: .linear(duration: 1).speed(0))
    #expect(track.value(at: 9, motion: .reduced) == 360)
    track.change(to: 10, at: 2, animation: .linear(duration: 1).delay(2).speed(2))
    #expect(track.value(at: 2.9, motion: .reduced) == 360)
    #expect(track.value(at: 3, motion: .reduced) == 10)
  }

  @Test("a card's sides swap at the same moment with reduced motion", arguments: Dice.seeds)
  func flip(seed: UInt64) {
    var dice = Dice(seed: seed)
    var track = Track(Angle.degrees(0))
    track.change(to: .degrees(180), at: 0, animation: .spring(dice.spring()))
    for step in 0...1000 {
      let angle = track.value(at: Double(step) / 250)
      let (full, reduced) = (
        MotionPreference.full.flip(at: angle), MotionPreference.reduced.flip(at: angle)
      )
      #expect(full.angle == angle)
      #expect(reduced.angle == .degrees(0))
      #expect((0...1).contains(reduced.backOpacity))
      #expect((full.backOpacity == 1) == (reduced.backOpacity >= 0.5), "seed \(seed)")
    }
    #expect(MotionPreference.full.flip(at: .degrees(90)).backOpacity == 1)
  }
}

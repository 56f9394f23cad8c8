// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("Completion of changes", .timeLimit(.minutes(1)))
struct TrackCompletionTests {
  private let second = Animation.linear(duration: 1)

  @Test("nothing animated is complete at once")
  func nothing() {
    var track = Track(0.0)
    #expect(track.completion(.removed, at: 3) == 3)
    track.change(to: 1, at: 0)
    #expect(track.completion(.removed, at: 3) == 3)
    #expect(track.completion(.logicallyComplete, at: 3) == 3)
    #expect(!track.isAnimating(at: 0))
    #expect(track.restTime(after: 2) == 2)
  }

  @Test("a spring is logically complete before it is removed")
  func spring() {
    var track = Track(0.0)
    track.change(to: 200, at: 10, animation: .smooth)
    #expect(track.completion(.logicallyComplete, at: 10) == 10.5)
    #expect(track.completion(.removed, at: 10).isClose(to: 10.734771698))
    #expect(track.isAnimating(at: 10.7))
    #expect(!track.isAnimating(at: 10.8))
    #expect(track.restTime(after: 10) > 10.8)
  }

  @Test("logically complete ignores later changes, removed waits for them")
  func later() {
    var track = Track(0.0)
    track.change(to: 1, at: 0, animation: second)
    track.change(to: 2, at: 0.5, animation: second)
    track.change(to: 3, at: 1.5, animation: second)
    track.change(to: 4, at: 10, animation: second)
    #expect(track.completion(.logicallyComplete, at: 0) == 1)
    #expect(track.completion(.removed, at: 0) == 2.5)
    #expect(track.completion(.removed, at: 10) == 11)
  }

  @Test("an animation that ends first may end earlier ones")
  func shorter() {
    var track = Track(0.0)
    track.change(to: 1, at: 0, animation: second.repeatForever())
    #expect(track.completion(.removed, at: 0) == .infinity)
    #expect(track.restTime(after: 0) == .infinity)
    track.change(to: 2, at: 5, animation: .linear(duration: 0.5))
    #expect(track.completion(.removed, at: 0) == 5.5)
    #expect(track.completion(.logicallyComplete, at: 0) == .infinity)
  }

  @Test("a spring that takes over settles relative to what it took over, in any units")
  func units() {
    for unit in [1e-6, 1, 1e6] {
      var track = Track(0.0)
      track.change(to: unit, at: 0, animation: .bouncy)
      track.change(to: 0, at: 0.15, animation: .bouncy)
      let end = track.completion(.removed, at: 0)
      #expect(end.isClose(to: 0.9535, within: 0.05))
      let (offset, velocity) = (track.value(at: 0.15), track.velocity(at: 0.15))
      let frequency = Spring.bouncy.angularFrequency
      let reach = (offset * offset + velocity * velocity / (frequency * frequency)).squareRoot()
      #expect(abs(track.value(at: end)).isClose(to: 0.001 * reach, within: 1e-9 * unit))
    }
  }
}

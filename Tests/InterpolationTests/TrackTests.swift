// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("Tracks", .timeLimit(.minutes(1)))
struct TrackTests {
  private let second = Animation.linear(duration: 1)

  @Test("before any change, and at no time, a track is what it was made with")
  func initial() {
    var track = Track(3.0)
    #expect(track.value(at: 0) == 3)
    track.change(to: 5, at: 1, animation: second)
    #expect(track.value(at: 0.999) == 3)
    #expect(track.value(at: .nan) == 3)
    #expect(track.value(at: -.infinity) == 3)
    #expect(track.value(at: .infinity) == 5)
    #expect(track.velocity(at: .infinity) == 0)
    #expect(track.model(at: 0.5) == 3)
    #expect(track.model(at: 1) == 5)
    #expect(track.model == 5)
  }

  @Test("a change without an animation moves the picture and disturbs nothing")
  func unanimated() {
    var track = Track(0.0)
    track.change(to: 1, at: 0, animation: second)
    track.change(to: 11, at: 0.25)
    #expect(track.value(at: 0.25) == 10.25)
    #expect(track.value(at: 0.5) == 10.5)
    #expect(track.velocity(at: 0.5) == 1)
    #expect(track.value(at: 2) == 11)
    // Also under a change that combines later.
    track.change(to: 21, at: 0.5, animation: second)
    #expect(track.value(at: 0.5) == 10.5)
    #expect(track.value(at: 0.75) == 10.75 + 0.25 * (21 - 10.75))
  }

  @Test("a change to the same model restarts nothing")
  func sameTarget() {
    var track = Track(0.0)
    track.change(to: 1, at: 0, animation: second)
    track.change(to: 1, at: 0.5, animation: .bouncy)
    track.change(to: 1, at: 0.6)
    #expect(track.count == 1)
    #expect(track.value(at: 0.75) == 0.75)
  }

  @Test("two changes at one time combine, or the spring takes over, in the order they came")
  func equalTimes() {
    var combined = Track(0.0)
    combined.change(to: 1, at: 0, animation: second)
    combined.change(to: 2, at: 0, animation: second)
    #expect(combined.value(at: 0) == 0)
    #expect(combined.value(at: 0.5) == 0.5 + 0.5 * (2 - 0.5))
    var taken = Track(0.0)
    taken.change(to: 1, at: 0, animation: .bouncy)
    taken.change(to: 2, at: 0, animation: .smooth)
    #expect(taken.value(at: 0.3).isClose(to: Spring.smooth.value(target: 2, time: 0.3)))
  }

  @Test("a delay holds the start, and running animations continue meanwhile")
  func delayUnderInterruption() {
    var track = Track(0.0)
    track.change(to: 1, at: 0, animation: second)
    track.change(to: 0, at: 0.25, animation: second.delay(0.5))
    #expect(track.value(at: 0.5) == 0.5)
    #expect(track.velocity(at: 0.5) == 1)
    #expect(track.value(at: 1.75) == 0)
  }

  @Test("an ended change no longer affects later ones")
  func ended() {
    var track = Track(0.0)
    track.change(to: 1, at: 0, animation: second.repeatForever())
    track.change(to: 5, at: 10.5, animation: .linear(duration: 0.5))
    #expect(track.value(at: 11.0.nextUp) == 5)
    #expect(track.value(at: 1e6) == 5)
    #expect(track.velocity(at: 1e6) == 0)
  }

  @Test(
    "a change that arrives late leaves the track as if it had come in time", arguments: Dice.seeds)
  func lateChange(seed: UInt64) {
    var dice = Dice(seed: seed)
    let log = dice.log()
    var shuffled = Array(log.enumerated())
    // Changes of one time keep their order; all others may come in any order.
    shuffled.shuffle(using: &dice)
    var times = Set<Double>()
    let late = shuffled.filter { times.insert($0.element.time).inserted }
      .flatMap { first in log.filter { $0.time == first.element.time } }
    let (inOrder, outOfOrder) = (track(of: log), track(of: late))
    #expect(inOrder.count == outOfOrder.count, "seed \(seed)")
    for _ in 0..<100 {
      let time = dice.number(-6...20)
      #expect(inOrder.value(at: time) == outOfOrder.value(at: time), "seed \(seed) at \(time)")
    }
  }

  @Test("a track rewound and folded again is the same")
  func rewinding() {
    var dice = Dice(seed: 7)
    let log = (0..<5).flatMap { _ in dice.log() }.sorted { $0.time < $1.time }
    var rewound = track(of: log)
    let from = log[log.count / 2].time
    rewound.removeChanges(after: from)
    for change in log where change.time > from {
      rewound.change(to: change.target, at: change.time, animation: change.animation)
    }
    let whole = track(of: log)
    for time in stride(from: -6.0, to: 20, by: 0.1) {
      #expect(whole.value(at: time) == rewound.value(at: time))
    }
  }

  @Test("custom values animate their animatable data and change the rest at once")
  func custom() {
    struct Pie: Animatable {
      var start: Angle
      var end: Angle
      var isWinning = false

      var animatableData: AnimatablePair<Double, Double> {
        get { AnimatablePair(start.radians, end.radians) }
        set { (start.radians, end.radians) = (newValue.first, newValue.second) }
      }
    }
    var track = Track(Pie(start: .degrees(0), end: .degrees(360)))
    track.change(
      to: Pie(start: .degrees(90), end: .degrees(180), isWinning: true), at: 0, animation: second)
    let shown = track.value(at: 0.5)
    #expect(shown.start.degrees.isClose(to: 45))
    #expect(shown.end.degrees.isClose(to: 270))
    #expect(shown.isWinning)
  }

  @Test("geometry and colours animate component by component")
  func conformances() {
    var rect = Track(Rect(x: 0, y: 10, width: 20, height: 30))
    rect.change(to: Rect(x: 4, y: 14, width: 28, height: 38), at: 0, animation: second)
    #expect(rect.value(at: 0.25) == Rect(x: 1, y: 11, width: 22, height: 32))
    var color = Track(Color(red: 0, green: 1, blue: 0.5, opacity: 0))
    color.change(to: Color(red: 1, green: 0, blue: 0.5), at: 0, animation: second)
    #expect(color.value(at: 0.25) == Color(red: 0.25, green: 0.75, blue: 0.5, opacity: 0.25))
    var float = Track(Float(0))
    float.change(to: 1, at: 0, animation: second)
    #expect(float.value(at: 0.25) == 0.25)
    var place = Track(UnitPoint.topLeading)
    place.change(to: .center, at: 0, animation: second)
    #expect(place.value(at: 0.5) == UnitPoint(x: 0.25, y: 0.25))
    #expect(AnimatablePair(1.0, 3.0).interpolated(towards: .zero, amount: 0.5).second == 1.5)
  }
}

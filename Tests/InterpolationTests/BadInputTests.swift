// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("Bad input", .timeLimit(.minutes(1)))
struct BadInputTests {
  static let numbers: [Double] = [
    .nan, .infinity, -.infinity, -1, -0.0, 0, .leastNonzeroMagnitude, 1e-9, 1e9, 1e300, -1e300,
  ]
  static let times: [Double] = [
    -1e9, -1, -0.0, 0, .leastNonzeroMagnitude, 1e-12, 1e-6, 0.1, 1, 1e3, 1e6, 1e9, 1e300, .infinity,
    -.infinity,
    .nan,
  ]

  private func expectFinite(_ animation: Animation, _ comment: Comment) {
    for time in Self.times {
      guard let progress = animation.progress(at: time) else { continue }
      #expect(progress.value.isFinite && progress.velocity.isFinite, "\(comment) at \(time)")
    }
    #expect(!animation.duration.isNaN && animation.duration >= 0, comment)
    #expect(!animation.logicalDuration.isNaN && animation.logicalDuration >= 0, comment)
    var track = Track(0.0)
    track.change(to: 1, at: 0, animation: .smooth)
    track.change(to: 2, at: 0.1, animation: animation)
    track.change(to: 3, at: 0.2, animation: .smooth)
    for time in Self.times {
      let (value, velocity) = (track.value(at: time), track.velocity(at: time))
      #expect(value.isFinite && velocity.isFinite, "\(comment), taken over, at \(time)")
    }
    #expect(!track.completion(.removed, at: 0).isNaN, comment)
    #expect(track.value(at: 1e9).isClose(to: 3), comment)
  }

  @Test("every parameter of every animation accepts every number", arguments: numbers)
  func parameters(number: Double) {
    let animations: [Animation] = [
      .linear(duration: number), .easeIn(duration: number),
      .timingCurve(number, 0, 1, 1, duration: 1), .timingCurve(0, number, 1, 1, duration: 1),
      .timingCurve(0, 0, number, 1, duration: 1), .timingCurve(0, 0, 1, number, duration: 1),
      .timingCurve(.circularEaseOut, duration: number),
      .spring(duration: number), .spring(duration: 0.5, bounce: number),
      .spring(response: number), .spring(response: 0.5, dampingFraction: number),
      .interpolatingSpring(mass: number, stiffness: 100, damping: 10),
      .interpolatingSpring(stiffness: number, damping: 10),
      .interpolatingSpring(stiffness: 100, damping: number),
      .interpolatingSpring(stiffness: 100, damping: 10, initialVelocity: number),
      .linear.delay(number), .linear.speed(number), .bouncy.speed(number).delay(number),
      .linear.delay(number).repeatForever(), .linear.speed(number).repeatCount(3),
      .linear(duration: number).repeatForever(), .spring(bounce: number).repeatForever(),
      .linear.logicallyComplete(after: number),
      .linear.logicallyComplete(after: number).speed(number),
      .spring(Spring(settlingDuration: number, dampingRatio: number)),
    ]
    for animation in animations { expectFinite(animation, "\(animation)") }
  }

  @Test(
    "repeat counts accept every integer", arguments: [Int.min, -1, 0, 1, 2, 1_000_000, Int.max])
  func counts(count: Int) {
    for autoreverses in [true, false] {
      expectFinite(.linear.repeatCount(count, autoreverses: autoreverses), "\(count)")
      expectFinite(
        .bouncy.repeatCount(count, autoreverses: autoreverses).repeatCount(count), "\(count)")
    }
  }

  @Test("an even repeat with autoreverse ends where it began, then is at its target")
  func evenRepeat() {
    var track = Track(0.0)
    track.change(to: 1, at: 0, animation: .linear(duration: 1).repeatCount(4))
    #expect(track.value(at: 4) == 0)
    #expect(track.value(at: 4.0.nextUp) == 1)
    var odd = Track(0.0)
    odd.change(to: 1, at: 0, animation: .linear(duration: 0.1).repeatCount(3))
    #expect(odd.value(at: 0.1 * 3) == 1)
  }

  @Test(
    "stiffness from the softest to the hardest, at any time",
    arguments: [
      1e-6, 1e-3, 1, 1e3, 45000, 1e6, 1e9,
    ])
  func stiffness(stiffness: Double) {
    for mass in [1e-6, 1, 1e6] {
      for damping in [0, 1e-9, 1, 1e3, 1e9] {
        for allowed in [true, false] {
          let spring = Spring(
            mass: mass, stiffness: stiffness, damping: damping, allowOverDamping: allowed)
          expectFinite(.interpolatingSpring(spring), "\(spring)")
          for time in Self.times {
            let value = spring.value(target: 1, initialVelocity: 2, time: time)
            let velocity = spring.velocity(target: 1, initialVelocity: 2, time: time)
            #expect(value.isFinite && velocity.isFinite, "\(spring) at \(time)")
          }
          let settling = spring.settlingDuration
          #expect(damping == 0 ? settling == .infinity : settling.isFinite, "\(spring)")
        }
      }
    }
  }

  @Test("schedules accept every number", arguments: numbers)
  func schedules(number: Double) {
    let periodic = PeriodicTimelineSchedule(from: 0, by: number)
    var entries = periodic.entries(from: 10, mode: .normal)
    let (one, two) = (entries.next() ?? .nan, entries.next() ?? .nan)
    #expect(one <= 10 && two > one)
    var frames = AnimationTimelineSchedule(minimumInterval: number)
      .entries(from: 10, mode: .normal)
    #expect(frames.next() == 10)
    #expect((frames.next() ?? .nan) > 10)
  }

  @Test("a time or a model that is not a number traps")
  func traps() async {
    await #expect(processExitsWith: .failure) {
      var track = Track(0.0)
      track.change(to: 1, at: .nan)
    }
    await #expect(processExitsWith: .failure) {
      var track = Track(0.0)
      track.change(to: .nan, at: 0)
    }
    await #expect(processExitsWith: .failure) {
      var container = TransitionContainer<Int>()
      container.update([], at: .infinity)
    }
  }
}

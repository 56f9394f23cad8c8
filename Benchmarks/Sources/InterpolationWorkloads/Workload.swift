// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Interpolation
internal import PlainFloor

/// A measured operation, repeated any number of times.
public struct Workload: Sendable {
  /// Repeats an operation, and returns a number that depends on every repetition, so that none is
  /// optimised away.
  public typealias Run = @Sendable (_ count: Int) -> Double

  /// Its name in tables.
  public let name: String
  /// The budget of one operation, in nanoseconds; nil for a baseline.
  public let budgetNanoseconds: Double?
  /// Prepares the operation; not measured.
  public let prepare: @Sendable () -> Run
}

extension Workload {
  /// All workloads.
  public static let all = [
    floorSpring, floorBezier, spring, bezier, takingSpring, retargeted, scene,
    endOfLog(entries: 100), endOfLog(entries: 1_000_000),
  ]

  /// The thousand times of one second, repeatedly.
  private static func time(_ index: Int) -> Double { Double(index & 1023) * 0.001 }

  private static let floorSpring = Workload(name: "floor: spring in C", budgetNanoseconds: nil) {
    { count in floor_spring(count) }
  }

  private static let floorBezier = Workload(name: "floor: Bezier in C", budgetNanoseconds: nil) {
    { count in floor_bezier(count) }
  }

  private static let spring = Workload(name: "spring sample", budgetNanoseconds: 150) {
    let animation = Animation.bouncy
    return { count in
      var sum = 0.0
      for index in 0..<count {
        guard let progress = animation.progress(at: time(index)) else { continue }
        sum += progress.value + progress.velocity
      }
      return sum
    }
  }

  private static let bezier = Workload(name: "Bezier sample", budgetNanoseconds: 60) {
    let curve = UnitCurve.easeInOut
    return { count in
      var sum = 0.0
      for index in 0..<count {
        let sample = curve.sample(at: time(index))
        sum += sample.value + sample.velocity
      }
      return sum
    }
  }

  private static let takingSpring = Workload(
    name: "track of one taking spring", budgetNanoseconds: 150
  ) {
    var track = Track(0.0)
    for change in 0..<5 {
      track.change(to: Double(change), at: Double(change - 5) * 0.1, animation: .bouncy)
    }
    return sampling(track)
  }

  private static let retargeted = Workload(
    name: "track of five live segments", budgetNanoseconds: 1000
  ) {
    var track = Track(0.0)
    for change in 0..<5 {
      track.change(
        to: Double(change % 2), at: Double(change - 5) * 0.1, animation: .easeInOut(duration: 2))
    }
    return sampling(track)
  }

  private static func endOfLog(entries: Int) -> Workload {
    Workload(name: "end of a log of \(entries)", budgetNanoseconds: 1000) {
      var track = Track(0.0)
      for entry in 0..<entries {
        let time = Double(entry - entries)
        track.change(to: Double(entry + 1), at: time, animation: .linear(duration: 2))
      }
      return sampling(track)
    }
  }

  /// Samples `track` with its velocity.
  private static func sampling(_ track: Track<Double>) -> Run {
    { count in
      var sum = 0.0
      for index in 0..<count {
        let sample = track.sample(at: time(index))
        sum += sample.value + sample.velocity
      }
      return sum
    }
  }

  /// All tracks of a board in motion: four eased in and out, two on springs.
  private static let scene = Workload(
    name: "scene of 64 cards of six tracks", budgetNanoseconds: 60000
  ) {
    let tracks = (0..<384).map { index in
      var track = Track(0.0)
      let animation: Animation = index % 6 < 4 ? .easeInOut(duration: 2) : .bouncy
      track.change(to: Double(index + 1), at: Double(index) * -0.0001, animation: animation)
      return track
    }
    return { count in
      var sum = 0.0
      for index in 0..<count {
        for track in tracks { sum += track.value(at: time(index)) }
      }
      return sum
    }
  }
}

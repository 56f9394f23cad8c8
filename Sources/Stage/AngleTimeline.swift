// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation

/// A card's rotation for one viewer: the common track, overridden during some stretches.
///
/// A stretch continues from what was shown when it begins, and most lead back to the common track.
/// Stretches are added in order of time. Times are in seconds, angles in degrees.
struct AngleTimeline {
  private enum Way {
    case glide(TrapezoidalProfile)
    case track(Track<Double>, later: Double)
    case still(Double)

    func sample(at time: Double) -> (value: Double, velocity: Double) {
      switch self {
      case .glide(let glide): glide.sample(at: time)
      case .track(let track, let later): track.sample(at: time - later)
      case .still(let angle): (angle, 0)
      }
    }
  }

  private struct Stretch {
    var start: Double
    var end: Double
    var way: Way
  }

  /// The common track as this viewer knew it, and since when, in order of time.
  private var known: [(since: Double, track: Track<Double>)]
  private var stretches: [Stretch] = []

  /// The common track without any stretches.
  init(_ common: Track<Double>) { known = [(-.infinity, common)] }

  /// Until `time` this viewer did not know the changes of the track from `start` on.
  mutating func learnt(of start: Double, at time: Double) {
    guard let last = known.indices.last else { return }
    var before = known[last].track
    before.removeChanges(after: start - 1e-6)
    known.append((time, known[last].track))
    known[last].track = before
  }

  /// Whether it ever differs from the common track.
  var isOwn: Bool { !stretches.isEmpty }

  /// The angle at a time, and its velocity in degrees per second.
  func sample(at time: Double) -> (value: Double, velocity: Double) {
    guard let last = stretches.last(where: { $0.start <= time }), time < last.end else {
      return common(at: time).sample(at: time)
    }
    return last.way.sample(at: time)
  }

  /// Angle and velocity just before `time`.
  func joint(at time: Double) -> (value: Double, velocity: Double) {
    guard let last = stretches.last(where: { $0.start < time }), time <= last.end else {
      return common(before: time).sample(at: time)
    }
    return last.way.sample(at: time)
  }

  /// Whether it follows the common track at `time`.
  func isCommon(at time: Double) -> Bool {
    guard let last = stretches.last(where: { $0.start <= time }) else { return true }
    return time >= last.end
  }

  /// Whether the last stretch is open-ended: a choice waits for its answer.
  var isUnanswered: Bool { stretches.last?.end == .infinity }

  /// The time from which it is at rest until the common track changes or the next stretch begins.
  func restTime(after time: Double) -> Double {
    var rest = common(at: time).restTime(after: time)
    for stretch in stretches where stretch.start > time || time < stretch.end {
      if case .still = stretch.way {
        rest = max(rest, stretch.start)
      } else {
        rest = max(rest, stretch.end)
      }
    }
    return rest
  }

  /// Adds a stretch that reaches the angle and velocity `goal` at `end`.
  mutating func glide(
    from start: Double, to goal: (value: Double, velocity: Double), by end: Double, limit: Double
  ) {
    assert(start <= end, "A glide does not end before it starts.")
    cut(at: start)
    let glide = TrapezoidalProfile(
      from: joint(at: start), at: start, to: goal, by: end, limit: limit)
    stretches.append(Stretch(start: start, end: end, way: .glide(glide)))
  }

  /// Adds a stretch that is back on the common track at `end`.
  mutating func rejoin(from start: Double, by end: Double, limit: Double) {
    glide(from: start, to: common(at: start).sample(at: end), by: end, limit: limit)
  }

  /// Adds an open-ended stretch at a constant angle.
  ///
  /// The face must be hidden at that angle.
  mutating func stay(at angle: Double, from start: Double) {
    assert(angle > 90, "A card that waits for its answer shows its back.")
    cut(at: start)
    stretches.append(Stretch(start: start, end: .infinity, way: .still(angle)))
  }

  /// Adds a stretch that follows the common track with a delay of `later` seconds.
  mutating func follow(later: Double, from start: Double, to end: Double) {
    cut(at: start)
    let track = common(at: start)
    stretches.append(Stretch(start: start, end: end, way: .track(track, later: later)))
  }

  /// Returns to the common track at `start`, with a jump.
  mutating func rejoin(at start: Double) {
    cut(at: start)
    guard let last = stretches.indices.last else { return }
    stretches[last].end = min(stretches[last].end, start)
  }

  /// The common track as this viewer knows it at `time`.
  func common(at time: Double) -> Track<Double> {
    known.last { $0.since <= time }?.track ?? known[0].track
  }

  private func common(before time: Double) -> Track<Double> {
    known.last { $0.since < time }?.track ?? known[0].track
  }

  /// Removes the stretches that begin at `time` or later.
  private mutating func cut(at time: Double) {
    while let last = stretches.last, last.start >= time { stretches.removeLast() }
  }
}

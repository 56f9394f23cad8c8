// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation

/// A card's angle for one viewer: what everyone sees, with stretches in which this viewer sees
/// something else.
///
/// A stretch goes on from whatever was shown when it begins, and most lead back to what everyone
/// sees. Stretches are added by time.
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

  /// What everyone sees, as far as this viewer knew, and since when; by time.
  private var known: [(since: Double, track: Track<Double>)]
  private var stretches: [Stretch] = []

  /// What everyone sees, and nothing else so far.
  init(_ common: Track<Double>) { known = [(-.infinity, common)] }

  /// Up to `time` this viewer knew of nothing that `track` tells from `start` on.
  mutating func learnt(of start: Double, at time: Double) {
    guard let last = known.indices.last else { return }
    var before = known[last].track
    before.removeChanges(after: start - 1e-6)
    known.append((time, known[last].track))
    known[last].track = before
  }

  /// Whether it ever differs from what everyone sees.
  var isOwn: Bool { !stretches.isEmpty }

  /// The angle at a time, in degrees, and its change per second.
  func sample(at time: Double) -> (value: Double, velocity: Double) {
    guard let last = stretches.last(where: { $0.start <= time }), time < last.end else {
      return common(at: time).sample(at: time)
    }
    return last.way.sample(at: time)
  }

  /// What was shown right before `time`.
  func joint(at time: Double) -> (value: Double, velocity: Double) {
    guard let last = stretches.last(where: { $0.start < time }), time <= last.end else {
      return common(before: time).sample(at: time)
    }
    return last.way.sample(at: time)
  }

  /// Whether at that time it is what everyone sees.
  func isCommon(at time: Double) -> Bool {
    guard let last = stretches.last(where: { $0.start <= time }) else { return true }
    return time >= last.end
  }

  /// Whether the last thing added stays until something else is: a choice waits for its answer.
  var isUnanswered: Bool { stretches.last?.end == .infinity }

  /// From when on it stands still until what everyone sees changes, or the next stretch begins.
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

  /// From `start` on to an angle and a velocity at `end`.
  mutating func glide(
    from start: Double, to goal: (value: Double, velocity: Double), by end: Double, limit: Double
  ) {
    cut(at: start)
    let glide = TrapezoidalProfile(
      from: joint(at: start), at: start, to: goal, by: end, limit: limit)
    stretches.append(Stretch(start: start, end: end, way: .glide(glide)))
  }

  /// From `start` on back to what everyone sees, to be there at `end`.
  mutating func rejoin(from start: Double, by end: Double, limit: Double) {
    glide(from: start, to: common(at: start).sample(at: end), by: end, limit: limit)
  }

  /// Stays at an angle from `start` on until something else is added.
  mutating func stay(at angle: Double, from start: Double) {
    cut(at: start)
    stretches.append(Stretch(start: start, end: .infinity, way: .still(angle)))
  }

  /// Shows what everyone sees, `later` seconds later, from `start` to `end`.
  mutating func follow(later: Double, from start: Double, to end: Double) {
    cut(at: start)
    let track = common(at: start)
    stretches.append(Stretch(start: start, end: end, way: .track(track, later: later)))
  }

  /// Shows what everyone sees from `start` on, without a way there.
  mutating func rejoin(at start: Double) {
    cut(at: start)
    guard let last = stretches.indices.last else { return }
    stretches[last].end = min(stretches[last].end, start)
  }

  /// What everyone sees, as this viewer knows at `time`.
  func common(at time: Double) -> Track<Double> {
    known.last { $0.since <= time }?.track ?? known[0].track
  }

  private func common(before time: Double) -> Track<Double> {
    known.last { $0.since < time }?.track ?? known[0].track
  }

  /// Forgets what was to begin at `time` or later.
  private mutating func cut(at time: Double) {
    while let last = stretches.last, last.start >= time { stretches.removeLast() }
  }
}

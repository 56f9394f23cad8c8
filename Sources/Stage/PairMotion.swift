// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// What the cards of a pair do for a viewer who heard of it late: they catch up with their spin, and
/// lie as much longer.
struct PairMotion {
  /// When the pair became known here, in seconds.
  let arrivedAt: Double
  /// By how many seconds it leaves later.
  let leavesLater: Double
  /// Whether the pair became known here after it showed.
  private let isLate: Bool
  /// The spin until it has caught up; nil where that is too far.
  private let spin: TrapezoidalProfile?

  /// Degrees a second.
  private static let pace = 360.0

  /// The motion of `card`; nil where it is half of no pair, or that was known in time.
  init?(_ card: StagedCard, _ local: ViewerState) {
    guard let found = card.found else { return nil }
    let arrival = local.arrival(of: found.seq, from: found.at)
    let left = card.leaving.flatMap { leaving in
      local.arrival(of: leaving.seq, from: leaving.toldAt).map {
        $0.seconds - leaving.toldAt.seconds
      }
    }
    guard arrival != nil || left != nil else { return nil }
    let late = arrival.map { $0.seconds - found.at.seconds } ?? 0
    arrivedAt = found.at.seconds + late
    // It is not dropped into the middle of leaving either.
    leavesLater = max(LateReveal.prolonged(by: late), min(left ?? 0, LateReveal.limit))
    isLate = late > 0
    guard isLate else {
      spin = TrapezoidalProfile(from: (0, 0), at: 0, to: (0, 0), by: 0, limit: 1)
      return
    }
    let way = Self.pace * (late + Motions.retarget)
    spin =
      TrapezoidalProfile.isPossible(way, in: Motions.retarget, limit: Motions.fastest)
      ? TrapezoidalProfile(
        from: (0, 0), at: arrivedAt, to: (way, Self.pace), by: arrivedAt + Motions.retarget,
        limit: Motions.fastest) : nil
  }

  /// When it spins as all see it, in seconds.
  var caughtUpAt: Double { isLate ? arrivedAt + Motions.retarget : arrivedAt }

  /// The spin at a time at which all see `common`, in degrees.
  func spin(at time: Double, common: Double) -> Double {
    guard isLate, time < caughtUpAt else { return common }
    guard time >= arrivedAt else { return 0 }
    return spin?.sample(at: time).value ?? (time < arrivedAt + Motions.blink / 2 ? 0 : common)
  }

  /// When it blinks, because the way is too far, in seconds.
  var blink: Double? { spin == nil ? arrivedAt : nil }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A found pair's motion for a viewer who learnt of it late: the cards catch up with their spin and
/// leave later.
struct PairMotion {
  /// When the pair became known here, in seconds.
  let arrivedAt: Double
  /// By how many seconds it leaves later, 0...`LateReveal.limit`.
  let leavesLater: Double
  /// Whether the pair became known here after it showed.
  private let isLate: Bool
  /// The spin while it catches up; nil if that would take too long.
  private let spin: TrapezoidalProfile?

  /// Degrees a second.
  private static let pace = 360.0

  /// The motion of `card`; nil if it is not half of a pair, or that was known in time.
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
    // A late removal starts from its beginning, too.
    leavesLater = max(LateReveal.prolonged(by: late), min(left ?? 0, LateReveal.limit))
    assert(
      (0...LateReveal.limit).contains(leavesLater),
      "A pair leaves late by no more than a late face may stay.")
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

  /// When its spin equals the common one, in seconds.
  var caughtUpAt: Double { isLate ? arrivedAt + Motions.retarget : arrivedAt }

  /// The spin in degrees at a time when the common one is `common`.
  func spin(at time: Double, common: Double) -> Double {
    guard isLate, time < caughtUpAt else { return common }
    guard time >= arrivedAt else { return 0 }
    return spin?.sample(at: time).value ?? (time < arrivedAt + Motions.blink / 2 ? 0 : common)
  }

  /// When it blinks because it cannot catch up, in seconds.
  var blink: Double? { spin == nil ? arrivedAt : nil }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// The owner's time as a relay tells it, as a function of the relay's own.
///
/// Clients fold many probes into one estimate, which holds for a clock without jumps only. So what is
/// told follows the relay's estimate of the owner's clock slowly, by no more than clocks differ
/// anyway; where it must jump, a new epoch voids what clients know.
struct RelayClock: Hashable, Sendable {
  /// A difference larger than this is stepped over, with a new epoch; an estimate is seldom wrong by
  /// as much, at any distance.
  static let step = Duration.milliseconds(100)
  /// The rate at which a smaller one is worked off; clients take up to as much for drift.
  static let slew = 200e-6

  /// Changes with each step.
  private(set) var epoch: UInt64
  /// The last reading; nil before the first.
  private var reading: OwnerTime?
  /// How far the told time was ahead of it then, in microseconds.
  private var ahead = 0.0

  /// A clock without a reading, which tells the relay's own time.
  init(epoch: UInt64) { self.epoch = epoch }

  /// Whether there is a reading.
  var isSet: Bool { reading != nil }

  /// The time told at a time of the relay.
  func time(at now: ServerTime) -> ServerTime {
    guard let reading else { return now }
    let elapsed = Double((now - reading.own).wholeMicroseconds)
    let left = max(abs(ahead) - Self.slew * max(elapsed, 0), 0)
    let shift = elapsed * reading.rate + (ahead < 0 ? -left : left)
    return reading.owner + (now - reading.own) + Self.duration(shift)
  }

  /// How far it is from the last reading's own estimate at a time of the relay, plus that estimate's
  /// error bound; nil before the first reading.
  func bound(at now: ServerTime) -> Duration? {
    reading.map { reading in
      let elapsed = Double(max((now - reading.own).wholeMicroseconds, 0))
      let left = max(abs(ahead) - Self.slew * elapsed, 0)
      return reading.bound + Self.duration(left + elapsed * reading.loosening)
    }
  }

  /// A duration of so many microseconds, a century at most.
  private static func duration(_ microseconds: Double) -> Duration {
    .microseconds(Int64(min(max(microseconds, -3e15), 3e15)))
  }

  /// Follows a new reading; `newEpoch` is used if that takes a step.
  ///
  /// - Returns: whether it was a step that clients must learn of: the first reading is none.
  mutating func follow(_ reading: OwnerTime, newEpoch: UInt64) -> Bool {
    let isFirst = !isSet
    let difference = time(at: reading.own) - reading.owner
    let isStep = !isFirst && max(difference, .zero - difference) > Self.step
    self.reading = reading
    ahead = isFirst || isStep ? 0 : Double(difference.wholeMicroseconds)
    if isStep { epoch = newEpoch }
    return isStep
  }
}

/// A relay's estimate of its owner's clock.
package struct OwnerTime: Hashable, Sendable {
  /// When it was made, by the relay's clock.
  package var own: ServerTime
  /// The owner's time then.
  package var owner: ServerTime
  /// How much faster the owner's clock runs, as a fraction.
  package var rate: Double
  /// The error bound then.
  package var bound: Duration
  /// How fast the bound grows until the next estimate, as a fraction of time.
  package var loosening: Double

  /// The owner's clock shows `owner` when the relay's shows `own`.
  package init(
    own: ServerTime, owner: ServerTime, rate: Double, bound: Duration, loosening: Double
  ) {
    self.own = own
    self.owner = owner
    self.rate = rate
    self.bound = bound
    self.loosening = loosening
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// How often something took how long: a count for each of a fixed row of bounds, and the sum.
///
/// All of them have the same bounds, from ten microseconds to ten seconds, so that adding is a few
/// comparisons, and what is quick is found first.
struct Histogram: Hashable, Sendable {
  /// The longest that still counts for each bucket, in microseconds; what is longer counts for the
  /// last one, which has no bound.
  static let bounds: [Int64] = [
    10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000,
    500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000,
  ]

  /// How many fell into each bucket, and not into one before it.
  private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)
  /// All of them together, in microseconds.
  private(set) var sum: Int64 = 0

  /// How many there were.
  var count: UInt64 { counts.reduce(0, &+) }

  /// Something took so many microseconds; less than none counts as none, as a clock may be set.
  mutating func add(_ microseconds: Int64) {
    var bucket = 0
    while bucket < Self.bounds.count, microseconds > Self.bounds[bucket] { bucket += 1 }
    counts[bucket] &+= 1
    sum &+= max(0, microseconds)
  }
}

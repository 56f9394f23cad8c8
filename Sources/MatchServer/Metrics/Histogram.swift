// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A histogram of durations with fixed buckets, and their sum.
///
/// All histograms share the bounds from ten microseconds to ten seconds, so adding takes a few
/// comparisons, shortest first.
struct Histogram: Hashable, Sendable {
  /// Upper bounds of the buckets in microseconds; the last bucket has none.
  static let bounds: [Int64] = [
    10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000,
    500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000,
  ]

  /// Count per bucket, not cumulative.
  private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)
  /// The sum in microseconds.
  private(set) var sum: Int64 = 0

  /// The total count.
  var count: UInt64 { counts.reduce(0, &+) }

  /// Adds a duration; negative ones count as zero, because clocks may be set.
  mutating func add(_ microseconds: Int64) {
    var bucket = 0
    while bucket < Self.bounds.count, microseconds > Self.bounds[bucket] { bucket += 1 }
    assert(
      bucket == 0 || microseconds > Self.bounds[bucket - 1], "Bounds of buckets are ascending.")
    counts[bucket] &+= 1
    sum &+= max(0, microseconds)
  }
}

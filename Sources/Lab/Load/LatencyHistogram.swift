// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Latencies counted in buckets of at most a 32nd of their value, in constant memory.
///
/// An HDR histogram: each microsecond below 32 has its own bucket, and each octave above has 32.
struct LatencyHistogram: Sendable {
  /// Buckets in an octave.
  private static let steps = 32
  /// The longest latency distinguished: 2^36 microseconds, 19 hours.
  private static let octaves = 32

  private var buckets = [Int](repeating: 0, count: steps * octaves)
  /// The number of latencies counted.
  private(set) var count = 0

  /// Counts a latency; a negative one counts as zero.
  mutating func append(_ latency: Duration) {
    let (seconds, attoseconds) = latency.components
    let microseconds = max(0, seconds.multipliedReportingOverflow(by: 1_000_000).partialValue)
    buckets[Self.bucket(of: Int(microseconds + max(0, attoseconds / 1_000_000_000_000)))] += 1
    count += 1
  }

  /// The latency that `share` of all do not exceed, in milliseconds; nil if there are none.
  func percentile(_ share: Double) -> Double? {
    guard count > 0 else { return nil }
    let rank = min(count - 1, Int(Double(count) * share))
    var passed = 0
    for (index, held) in buckets.enumerated() {
      passed += held
      if passed > rank { return Double(Self.value(of: index)) / 1_000 }
    }
    return nil
  }

  private static func bucket(of microseconds: Int) -> Int {
    guard microseconds >= steps else { return microseconds }
    let octave = Int.bitWidth - 1 - microseconds.leadingZeroBitCount
    let shift = octave - 5
    return min((shift + 1) * steps + (microseconds >> shift) - steps, steps * octaves - 1)
  }

  /// The middle of a bucket, in microseconds.
  private static func value(of bucket: Int) -> Int {
    guard bucket >= steps else { return bucket }
    let shift = bucket / steps - 1
    return (bucket % steps + steps) << shift + (1 << shift) / 2
  }
}

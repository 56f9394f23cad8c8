// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The 95th percentile of the last 60 durations.
package struct RecentDurations: Hashable, Sendable {
  /// How many durations are kept.
  package static let memory = 60

  /// The duration that 95 % do not exceed; nil if there are none.
  package private(set) var percentile95: Duration?
  private var values: [Duration] = []
  /// The same in ascending order.
  private var sorted: [Duration] = []
  private var next = 0

  /// No durations yet.
  package init() {}

  /// Adds a duration, replacing the oldest if full.
  package mutating func append(_ value: Duration) {
    if values.count < Self.memory {
      values.append(value)
    } else {
      sorted.remove(at: place(of: values[next]))
      values[next] = value
      next = (next + 1) % Self.memory
    }
    sorted.insert(value, at: place(of: value))
    assert(sorted.count == values.count, "Both orders hold the same durations.")
    let rank = (values.count * 95 + 99) / 100
    percentile95 = sorted[rank - 1]
  }

  /// The index in `sorted` of the first duration that is not less than `value`.
  private func place(of value: Duration) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

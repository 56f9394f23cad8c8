// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The 95th percentile of the last 60 durations.
package struct RecentDurations: Hashable, Sendable {
  /// How many durations are kept.
  package static let memory = 60

  /// The duration that 95 % do not exceed; nil if there are none.
  package private(set) var percentile95: Duration?
  private var values: [Duration] = []
  private var next = 0

  /// No durations yet.
  package init() {}

  /// Adds a duration, replacing the oldest if full; sorts at most `memory` values.
  package mutating func append(_ value: Duration) {
    if values.count < Self.memory {
      values.append(value)
    } else {
      values[next] = value
      next = (next + 1) % Self.memory
    }
    let rank = (values.count * 95 + 99) / 100
    percentile95 = values.sorted()[rank - 1]
  }
}

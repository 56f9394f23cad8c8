// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The last few of something that takes time, for the length it hardly ever exceeds.
public struct RecentDurations: Hashable, Sendable {
  /// How many are kept.
  public static let memory = 60

  /// The length that all but one in twenty keep to; nil for none at all.
  public private(set) var percentile95: Duration?
  private var values: [Duration] = []
  private var next = 0

  /// None yet.
  public init() {}

  /// Takes another in, for the oldest if there are many.
  public mutating func append(_ value: Duration) {
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

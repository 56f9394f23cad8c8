// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How long something took, again and again.
struct Delays: Sendable {
  private var milliseconds: [Double] = []

  /// How often.
  var count: Int { milliseconds.count }

  mutating func append(_ delay: Duration) { milliseconds.append(delay / .milliseconds(1)) }

  /// What `share` of them did not exceed, in milliseconds, as text.
  func percentile(_ share: Double) -> String {
    let sorted = milliseconds.sorted()
    guard !sorted.isEmpty else { return "-" }
    let index = min(sorted.count - 1, Int(Double(sorted.count) * share))
    return "\((sorted[index] * 1_000).rounded() / 1_000)"
  }
}

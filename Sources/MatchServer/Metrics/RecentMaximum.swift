// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The greatest of the last minute or two.
///
/// It is kept by the minute: what is asked for is the greatest of this minute and the one before it,
/// so that asking changes nothing and nobody who asks each minute misses anything.
struct RecentMaximum: Hashable, Sendable {
  /// How long a value is kept at the least.
  static let span: Int64 = 60_000_000

  private var minute: Int64 = 0
  private var current: Int64 = 0
  private var former: Int64 = 0

  /// There was a value at a time.
  mutating func add(_ value: Int64, at now: ServerTime) {
    let next = now.microseconds / Self.span
    if next != minute {
      former = next == minute + 1 ? current : 0
      (minute, current) = (next, 0)
    }
    current = max(current, value)
  }

  /// The greatest lately; zero where there was none.
  func value(at now: ServerTime) -> Int64 {
    switch now.microseconds / Self.span - minute {
    case 0: max(current, former)
    case 1: current
    default: 0
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The reactions of all spectators of a room together: a few a second, however many watch.
///
/// A generic cell rate algorithm: a burst, then one an interval.
struct ReactionPace: Sendable {
  private static let interval = Duration.milliseconds(350)
  private static let atOnce = 4

  /// When the full burst is available again; nil before the first.
  private var wholeAt: ServerTime?

  /// Counts a reaction.
  ///
  /// - Returns: whether it is within the pace; otherwise it is not counted.
  mutating func take(at now: ServerTime) -> Bool {
    let next = max(wholeAt ?? now, now) + Self.interval
    guard next - now <= Self.interval * Self.atOnce else { return false }
    wholeAt = next
    return true
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Limits a client's reactions to three at once and 0.9 a second in the long run, slightly below the
/// server's limit.
///
/// The virtual scheduling of ITU-T I.371: each reaction has a time at which it would be due at the
/// steady rate, and may precede it by up to two intervals.
struct ReactionLimit: Sendable {
  private static let interval = Duration.microseconds(1_111_112)

  /// When the next reaction is due at the steady rate; nil before the first.
  private var dueAt: LocalTime?

  /// Counts a reaction at `now`, unless it exceeds the limit.
  ///
  /// - Returns: whether it may be sent.
  mutating func take(at now: LocalTime) -> Bool {
    let due = max(dueAt ?? now, now)
    guard due - now <= Self.interval * 2 else { return false }
    dueAt = due + Self.interval
    return true
  }
}

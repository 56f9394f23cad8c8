// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How far ahead of time a room announces its own events, so that they appear on all screens at
/// once.
package enum AnnouncementLead {
  /// The longest lead: an occasional late screen is better than making everyone wait longer.
  package static let limit = Duration.milliseconds(250)
  /// Added to the measured delays.
  static let slack = Duration.milliseconds(10)

  /// The lead for one room.
  ///
  /// - Parameters:
  ///   - slowest: the longest of the one-way delays to the active players; nil if none is known.
  ///   - journal: how long the journal takes to commit a batch.
  ///   - least: the lower bound.
  /// - Returns: enough for the slowest player and the journal, between `least` and `limit`.
  package static func fitting(slowest: Duration?, journal: Duration, least: Duration) -> Duration {
    let needed = (slowest ?? .zero) + journal + slack
    return max(least, min(needed, limit))
  }
}

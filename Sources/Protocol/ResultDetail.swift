// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// The data of a match that profiles and daily deals count beside its result.
package struct ResultDetail: Hashable, Sendable {
  /// The theme of its faces.
  package var theme: String
  /// Whether its room was public.
  package var isPublic: Bool
  /// The recall of each seat, in the order of the standings.
  package var recall: [Recall]
  /// The attempt at a day's deal; nil for any other match.
  package var daily: DailyAttempt?

  /// A detail with all its parts.
  package init(theme: String, isPublic: Bool, recall: [Recall], daily: DailyAttempt? = nil) {
    self.theme = theme
    self.isPublic = isPublic
    self.recall = recall
    self.daily = daily
  }
}

/// A player's attempt at a day's deal, finished or not.
package struct DailyAttempt: Hashable, Sendable {
  /// The day.
  package var day: Day
  /// Turns and time.
  package var result: DailyResult

  /// An attempt with all its parts.
  package init(day: Day, result: DailyResult) {
    self.day = day
    self.result = result
  }
}

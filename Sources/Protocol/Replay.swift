// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A whole replay.
///
/// A decoded value is consistent: the entries follow the base without gaps, and their times never
/// decrease.
package struct Replay: Hashable, Sendable {
  /// The request it answers.
  package var id: RequestID
  /// The match's id.
  package var matchID: String
  /// The room just before it opened.
  package var base: MatchView
  /// Its entries.
  package var entries: [Entry]

  /// The answer to request `id`.
  package init(id: RequestID, matchID: String, base: MatchView, entries: [Entry]) {
    self.id = id
    self.matchID = matchID
    self.base = base
    self.entries = entries
  }

  /// The match that was asked for; nil if it is another one, or not whole.
  package func record(of matchID: String) -> MatchRecord? {
    guard self.matchID == matchID, let record = MatchRecord(base: base, entries: entries),
      record.matchID == matchID
    else { return nil }
    return record
  }
}

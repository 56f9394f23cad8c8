// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Lobby

/// What an append has stored for everyone, in the journal's order: results of matches, and changes
/// to the bans.
package struct JournalChanges: Hashable, Sendable {
  /// The results.
  package var results: [MatchResult] = []
  /// The changes to the bans.
  package var bans: [BanChange] = []

  /// No changes.
  package init() {}

  /// Whether nothing has changed.
  package var isEmpty: Bool { results.isEmpty && bans.isEmpty }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Lobby

/// Finished matches: what they were, and how they count.
///
/// A result gets there with the step that ends its match. Ratings are a fold of what the archive
/// tells: all results that are stored after the contents a server restored, in the order in which
/// they count after the next restart, whoever stored them.
package protocol Archive: AnyObject {
  /// Runs a replay query and calls back once, possibly before it returns.
  func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void)

  /// Called with results of matches once they are stored: each result once, in the order in which
  /// they are rated. Only stored changes are reported.
  var onResults: ([MatchResult]) -> Void { get set }
}

extension Archive where Self: Registry {
  /// Tells what has been stored.
  package func tell(_ changes: JournalChanges) {
    if !changes.results.isEmpty { onResults(changes.results) }
    if !changes.bans.isEmpty { onBans(changes.bans) }
  }
}

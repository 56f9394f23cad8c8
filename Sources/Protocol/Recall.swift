// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How well a player remembered in a match.
package struct Recall: Hashable, Sendable {
  /// Turns that found the mate.
  package var found: Int
  /// Turns whose first card's mate had been shown before.
  package var chances: Int

  /// A recall of `found` mates in `chances` turns.
  package init(found: Int, chances: Int) {
    (self.found, self.chances) = (found, chances)
  }

  /// Whether it is better than another: by the share that was found, then by the number.
  package func isBetter(than other: Recall) -> Bool {
    let (own, others) = (found * max(other.chances, 1), other.found * max(chances, 1))
    return own == others ? found > other.found : own > others
  }
}

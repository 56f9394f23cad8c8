// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Counts each seat's recall while a match's entries are read, as `PlayerStatistics` does of a whole
/// record.
package struct RecallCounter: Sendable {
  private var turns = TurnCounter()
  private var counts: [SeatIndex: (found: Int, chances: Int)] = [:]

  /// Nothing is read yet.
  package init() {}

  /// Reads the match's next entry.
  package mutating func read(_ entry: Entry) {
    guard let turn = turns.read(entry.event), turn.distance != nil else { return }
    let former = counts[turn.seat, default: (0, 0)]
    counts[turn.seat] = (former.found + (turn.found != nil ? 1 : 0), former.chances + 1)
  }

  /// The turns of a seat whose first card's mate had been shown, and those of them that found it.
  package func recall(of seat: SeatIndex) -> (found: Int, chances: Int) {
    counts[seat, default: (0, 0)]
  }
}

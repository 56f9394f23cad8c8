// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Optimal solitaire play with perfect memory.
public enum PerfectPlay {
  /// The expected number of turns with `pairs` on the table, over all deals: 28.53 for 18 pairs, 0
  /// for none.
  ///
  /// The strategy takes a known pair; otherwise it turns a new card and then its mate if known, or
  /// else a second new card (Velleman and Warrington, "What to expect in a game of memory", Amer.
  /// Math. Monthly 120, 2013). O(n²) in `pairs`.
  public static func expectedTurns(pairs: Int) -> Double {
    guard pairs > 0 else { return 0 }
    // By the number of singly known cards, with one pair fewer on the table.
    var fewer = [0.0]
    for n in 1...pairs {
      // Two more than possible, so that no index is out of range.
      var turns = [Double](repeating: 0, count: n + 3)
      turns[n] = Double(n)
      for known in stride(from: n - 1, through: 0, by: -1) {
        // Unseen cards: the turned one is the mate of a known card, or not.
        let unseen = Double(2 * n - known)
        let others = unseen - 1
        let isKnown = Double(known) / unseen
        var lucky = fewer[known] / others
        lucky += Double(known) / others * (1 + fewer[known])
        let unlucky = 2 * Double(n - known - 1) / others * turns[known + 2]
        turns[known] = 1 + (1 - isKnown) * (lucky + unlucky)
        if known > 0 { turns[known] += isKnown * fewer[known - 1] }
      }
      fewer = turns
    }
    return fewer[0]
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Memory played alone by somebody who forgets nothing and plays as well as can be.
public enum PerfectPlay {
  /// How many turns that takes with `pairs` on the table, on the average over all deals; 28.53 with
  /// 18 pairs, 0 with none.
  ///
  /// Whoever plays so takes a known pair, else turns a new card and takes its mate if that is known,
  /// else turns a second new card (Velleman and Warrington, "What to expect in a game of memory",
  /// Amer. Math. Monthly 120, 2013). Costs the square of `pairs`.
  public static func expectedTurns(pairs: Int) -> Double {
    guard pairs > 0 else { return 0 }
    // By the number of cards that are known singly, with one pair less on the table.
    var fewer = [0.0]
    for n in 1...pairs {
      // Two more than there can be, which nothing leads to.
      var turns = [Double](repeating: 0, count: n + 3)
      turns[n] = Double(n)
      for known in stride(from: n - 1, through: 0, by: -1) {
        // Cards nobody has seen: the mate of a known one turns up, or it does not.
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

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The grid of places that cards are dealt to.
public struct Board: Hashable, Sendable {
  /// Rows of places.
  public var rows: Int
  /// Columns of places.
  public var columns: Int

  /// The best grid for `cards` on a table slightly wider than high: few empty places first, then a
  /// shape that 2:3 cards fill evenly.
  public static func fitting(cards: Int) -> Board {
    precondition(cards > 0, "A board is for at least one card.")
    var best = Board(rows: 1, columns: cards)
    var bestCost = Double.infinity
    for rows in 1...cards {
      let columns = (cards + rows - 1) / rows
      let width = Double(2 * columns)
      let height = Double(3 * rows) * 1.1
      let misfit = max(width / height, height / width)
      let cost = misfit + 0.4 * Double(rows * columns - cards)
      if cost < bestCost {
        best = Board(rows: rows, columns: columns)
        bestCost = cost
      }
    }
    return best
  }
}

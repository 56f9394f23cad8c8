// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The grid a deck is dealt to.
public struct Board: Hashable, Sendable {
  /// Rows of places.
  public var rows: Int
  /// Columns of places.
  public var columns: Int

  /// The grid that fits `cards` best on a table somewhat wider than high: few empty places first,
  /// then cards of 2:3 filling it evenly.
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

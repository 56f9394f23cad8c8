// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Stage

// A picture has the felt from edge to edge. The players stand on a panel on the right, with headline,
// messages and keys; or below, where that leaves the larger cards, and then the headline is above.

extension MatchLayout {
  /// The layout of a table as a picture; nil if its cards would be too small for one.
  init?(
    pictureOf table: Table, seats: Int, in size: WindowSize, _ blocks: Blocks, cellHeight: Float
  ) {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else { return nil }
    let panelWidth = size.columns >= 110 ? 32 : 28
    let lines = Self.linesBelow(seats: seats, columns: size.columns)
    // The letters are above the cards and the numbers to their left, each beyond the cursor's frame,
    // which takes a row or two columns around its card. Below all is a row for it and for shadows.
    func board(_ left: Int, _ right: Int, above: Int, columns: Int, rows: Int) -> PictureBoard? {
      PictureBoard(
        table,
        in: Area(
          column: left, row: above, width: columns - left - right, height: rows - above - 1),
        blocks, cellHeight: cellHeight)
    }
    /// The board with wide margins, unless narrow ones are what its cards need.
    func board(above: [Int], columns: Int, rows: Int) -> PictureBoard? {
      let roomy = board(5, 3, above: above[0], columns: columns, rows: rows)
      let close = board(
        Self.numberWidth, 1, above: above[above.count - 1], columns: columns, rows: rows)
      guard let roomy, let close, roomy.unitWidth < 9 else { return roomy ?? close }
      return roomy.unitArea < close.unitArea ? close : roomy
    }
    let aside =
      size.rows >= seats + 11
      ? board(above: [2, 1], columns: size.columns - panelWidth, rows: size.rows) : nil
    func boardBelow(_ footerRows: Int) -> PictureBoard? {
      board(above: [3, 2], columns: size.columns, rows: size.rows - lines - footerRows)
    }
    var below = boardBelow(1)
    // A panel beside the board has more to say, and is worth slightly smaller cards.
    let isPanelBelow = (below?.unitArea ?? 0) * 64 > (aside?.unitArea ?? 0) * 81
    var footerRows = 1
    // Messages have a second row where it costs the cards nothing.
    if isPanelBelow, let lower = boardBelow(2), lower.unitArea == below?.unitArea {
      (below, footerRows) = (lower, 2)
    }
    guard let board = isPanelBelow ? below : aside else { return nil }
    let panelRow = size.rows - lines - footerRows
    self.init(
      size: size, table: table, board: board.cells, isPanelBelow: isPanelBelow, picture: board,
      panel: isPanelBelow
        ? Area(column: 1, row: panelRow, width: size.columns - 2, height: lines)
        : Area(
          column: size.columns - panelWidth, row: 0, width: panelWidth, height: size.rows),
      footerRows: footerRows)
  }
}

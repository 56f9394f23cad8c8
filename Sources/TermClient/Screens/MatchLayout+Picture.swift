// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Stage

// A picture has the felt from edge to edge. The players stand on a panel on the right, with headline,
// messages and keys; or below, where that leaves the larger cards, and then the headline is above.

extension MatchLayout {
  /// What is kept free around the board: the letters are above the cards and the numbers to their
  /// left, each beyond the cursor's frame, which takes a row or two columns around its card.
  private struct Margins {
    var left: Int
    var above: Int
    var right: Int
    var below: Int

    static let wide = Margins(left: 5, above: 2, right: 3, below: 1)
    static let narrow = Margins(left: numberWidth, above: 1, right: 1, below: 1)
    /// The frame of a card in the last row ends within it.
    static let least = Margins(left: numberWidth, above: 1, right: 1, below: 0)

    /// The same with more rows above.
    func lower(by rows: Int) -> Margins {
      var margins = self
      margins.above += rows
      return margins
    }

    func area(columns: Int, rows: Int) -> Area {
      Area(
        column: left, row: above, width: columns - left - right, height: rows - above - below)
    }
  }

  /// Cards from this width on, in units, can spare wide margins.
  private static let largeCard: Float = 9

  /// The layout of a table as a picture; nil if its cards would be too small for one.
  init?(
    pictureOf table: Table, seats: Int, in size: WindowSize, _ blocks: Blocks, cellHeight: Float
  ) {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else { return nil }
    let panelWidth = size.columns >= 110 ? 32 : 28
    let lines = Self.linesBelow(seats: seats, columns: size.columns)
    /// The board in so many columns and rows, with the widest margins that leave it large cards, or
    /// those that leave the largest.
    func board(_ margins: [Margins], columns: Int, rows: Int) -> PictureBoard? {
      var best: PictureBoard?
      for margin in margins {
        let board = PictureBoard(
          table, in: margin.area(columns: columns, rows: rows), blocks, cellHeight: cellHeight)
        guard let board else { continue }
        if board.unitArea > best?.unitArea ?? 0 { best = board }
        if board.unitWidth >= Self.largeCard { break }
      }
      return best
    }
    let aside =
      size.rows >= seats + 11
      ? board(
        [.wide, .narrow, .least], columns: size.columns - panelWidth, rows: size.rows) : nil
    func boardBelow(_ footerRows: Int) -> PictureBoard? {
      // Above the letters is the headline.
      board(
        [Margins.wide, .narrow].map { $0.lower(by: 1) }, columns: size.columns,
        rows: size.rows - lines - footerRows)
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

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
package import Stage

// In a picture the felt fills the window. The players, headline, messages and hints are on a panel
// to the right; or, where that leaves larger cards, the players are below and the headline above.

extension MatchLayout {
  /// The free space around the board: letters above the cards, numbers to their left, both outside
  /// the cursor's frame, which takes a row or two columns.
  private struct Margins {
    var left: Int
    var above: Int
    var right: Int
    var below: Int

    /// A free row above the letters, for large cards.
    static let ample = Margins(left: 6, above: 3, right: 4, below: 2)
    static let wide = Margins(left: 5, above: 2, right: 3, below: 1)
    /// A free column beside the numbers and the panel, and a free row below.
    static let usual = Margins(left: numberWidth + 1, above: 1, right: 2, below: 1)
    static let narrow = Margins(left: numberWidth, above: 1, right: 1, below: 1)
    /// No margin below, for small windows: the frame of a card in the last row ends within the card.
    static let least = Margins(left: numberWidth, above: 1, right: 1, below: 0)

    /// These margins with `rows` more above.
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

  /// Cards of at least this width, in units, allow wide margins.
  private static let largeCard: Float = 9
  /// Cards of at least this width allow ample margins.
  private static let ampleCard: Float = 14
  /// Ample margins are worth cards that are smaller by this factor.
  private static let worthAmple: Float = 1.2

  /// Cards that are larger by this factor are worth numbers at the window's edge.
  private static let worthNumbers: Float = 1.25
  /// Cards that are larger by this factor are worth the panel beside them, and the margin below.
  private static let worthPanel: Float = 1.6

  /// Lays a table out as a picture; nil if its cards would be too small.
  init?(
    pictureOf table: Table, seats: Int, in size: WindowSize, _ blocks: Blocks, cellHeight: Float,
    isLastRowFree: Bool = false
  ) {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else { return nil }
    let panelWidth = size.columns >= 110 ? 32 : 28
    let lines = Self.linesBelow(seats: seats, columns: size.columns)
    /// The board in an area, with the widest margins that keep its cards large, or else with those
    /// that give the largest cards; lower by a row if its cards stay as they are, because the letters are
    /// above it.
    func largest(_ margins: [Margins], columns: Int, rows: Int) -> PictureBoard? {
      var best: PictureBoard?
      for margin in margins {
        func fitted(_ margin: Margins) -> PictureBoard? {
          PictureBoard(
            table, in: margin.area(columns: columns, rows: rows), blocks, cellHeight: cellHeight)
        }
        guard var board = fitted(margin) else { continue }
        if let lower = fitted(margin.lower(by: 1)), lower.hasSizes(of: board) { board = lower }
        if board.unitArea > best?.unitArea ?? 0 { best = board }
        if board.unitWidth >= Self.largeCard { break }
      }
      return best
    }
    /// The board beside the panel.
    func boardAside() -> PictureBoard? {
      guard size.rows >= seats + 11 else { return nil }
      let (columns, rows) = (size.columns - panelWidth, size.rows)
      let usual = largest([.wide, .usual], columns: columns, rows: rows)
      let narrow = largest([.narrow], columns: columns, rows: rows)
      let isWorthIt = (narrow?.unitArea ?? 0) > (usual?.unitArea ?? 0) * Self.worthNumbers
      return isWorthIt
        ? narrow
        : usual ?? largest([.least], columns: columns, rows: rows - (isLastRowFree ? 1 : 0))
    }
    let aside = boardAside()
    func boardBelow(_ margins: [Margins], _ footerRows: Int) -> PictureBoard? {
      // The headline is above the letters.
      largest(
        margins.map { $0.lower(by: 1) }, columns: size.columns,
        rows: size.rows - lines - footerRows)
    }
    let margins = [Margins.wide, .usual, .narrow]
    var below = boardBelow(margins, 1)
    // A panel beside the board shows more, which is worth slightly smaller cards.
    var isPanelBelow = (below?.unitArea ?? 0) * 64 > (aside?.unitArea ?? 0) * 81
    var footerRows = 1
    if isPanelBelow {
      // Messages get a second row if the cards stay the same size.
      if let lower = boardBelow(margins, 2), lower.unitArea == below?.unitArea {
        (below, footerRows) = (lower, 2)
      }
    } else if let least = boardBelow([.least], 1),
      least.unitArea > (aside?.unitArea ?? 0) * Self.worthPanel
    {
      (below, isPanelBelow) = (least, true)
    }
    guard var board = isPanelBelow ? below : aside else { return nil }
    let ample =
      isPanelBelow
      ? boardBelow([.ample], footerRows)
      : largest([.ample], columns: size.columns - panelWidth, rows: size.rows)
    if let ample, ample.unitWidth >= Self.ampleCard,
      ample.unitArea * Self.worthAmple >= board.unitArea
    {
      board = ample
    }
    let panelRow = size.rows - lines - footerRows
    self.init(
      size: size, table: table, board: board.cells, isPanelBelow: isPanelBelow, picture: board,
      panel: isPanelBelow
        ? Area(column: 1, row: panelRow, width: size.columns - 2, height: lines)
        : Area(
          column: size.columns - panelWidth, row: 0, width: panelWidth, height: size.rows),
      footerRows: footerRows)
  }

  /// Lays a table alone out as a picture, without players and words, such as behind a menu: it leaves
  /// the window's first row and the last three free.
  ///
  /// Nil if it cannot be a picture, or its cards would be too small.
  package init?(alone table: Table, in viewport: MatchViewport) {
    let size = viewport.size
    guard let blocks = viewport.blocks,
      let board = PictureBoard(
        table, in: Area(column: 2, row: 1, width: size.columns - 4, height: size.rows - 4), blocks,
        cellHeight: viewport.cellHeight)
    else { return nil }
    self.init(
      size: size, table: table, board: board.cells, isPanelBelow: true, picture: board,
      panel: Area(column: 0, row: size.rows, width: size.columns, height: 0), footerRows: 0)
  }
}

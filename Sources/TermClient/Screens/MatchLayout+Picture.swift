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
    // The letters are above the cards, with room for the cursor's frame where there is some, and the
    // numbers to their left.
    let lettersRows = size.rows < 28 ? 1 : 2
    let asideRoom = Area(
      column: Self.numberWidth, row: lettersRows,
      width: size.columns - panelWidth - Self.numberWidth - 1, height: size.rows - lettersRows - 1)
    var belowRoom = Area(
      column: Self.numberWidth, row: 2, width: size.columns - Self.numberWidth - 1,
      height: size.rows - lines - 4)
    let aside =
      size.rows >= seats + 11
      ? PictureBoard(table, in: asideRoom, blocks, cellHeight: cellHeight) : nil
    var below = PictureBoard(table, in: belowRoom, blocks, cellHeight: cellHeight)
    // A panel beside the board has more to say, and is worth slightly smaller cards.
    let isPanelBelow = (below?.cardWidth ?? 0) * 8 > (aside?.cardWidth ?? 0) * 9
    var footerRows = 1
    if isPanelBelow {
      // Messages have a second row where it costs the cards nothing.
      var lower = belowRoom
      lower.height -= 1
      let board = PictureBoard(table, in: lower, blocks, cellHeight: cellHeight)
      if let board, board.cardWidth == below?.cardWidth {
        (belowRoom, below, footerRows) = (lower, board, 2)
      }
    }
    guard let board = isPanelBelow ? below : aside else { return nil }
    let room = isPanelBelow ? belowRoom : asideRoom
    self.init(
      size: size, table: table, board: room, isPanelBelow: isPanelBelow, picture: board,
      panel: isPanelBelow
        ? Area(
          column: 1, row: size.rows - lines - footerRows, width: size.columns - 2, height: lines)
        : Area(
          column: size.columns - panelWidth, row: 0, width: panelWidth, height: size.rows),
      footerRows: footerRows)
  }
}

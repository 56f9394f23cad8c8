// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells
package import Interpolation
package import Stage

/// The positions of everything on a match screen.
///
/// They follow from window and table alone, so that drawing and hit testing always agree.
///
/// Cells count as one wide and two high. Cards are as large as the window allows and as near to 2:3
/// as cells permit. The players are to the right of the board or below it, whichever leaves the
/// larger cards. A picture also counts in pixels (`PictureBoard`).
package struct MatchLayout: Hashable, Sendable {
  /// The smallest window that a match is drawn in.
  package static let smallest = WindowSize(columns: 40, rows: 15)

  /// The window.
  package let size: WindowSize
  /// The table.
  let table: Table
  /// A card's size in cells.
  package let card: CardSize
  /// The board, including its letters and numbers.
  let board: Area
  /// The players' panel.
  package let panel: Area
  /// Whether the panel is below the board.
  package let isPanelBelow: Bool
  /// The positions of the cards in a picture; nil if the table is drawn with characters.
  package let picture: PictureBoard?
  /// Whether what rests on the table is shown in pixels finer than a picture's blocks.
  private(set) var hasRealPixels = false
  /// The rows for messages and hints at the bottom.
  let footerRows: Int

  /// The row of the headline.
  package static let headlineRow = 0
  /// The first row of messages; in a picture with a single footer row also that of the hints.
  package var messageRow: Int { size.rows - footerRows }

  /// A card's size and the gaps after it.
  package struct CardSize: Hashable, Sendable {
    /// Cells across.
    package var width: Int
    /// Rows.
    package var height: Int
    /// Spare cells between cards, horizontally.
    var extraGapX = 0

    var gapX: Int { (width >= 8 ? 2 : 1) + extraGapX }
    var gapY: Int { height >= 6 ? 1 : 0 }
    var pitchX: Int { width + gapX }
    var pitchY: Int { height + gapY }
  }

  /// The possible card sizes, largest first: even widths, so that a picture can be centred.
  static let cardSizes = [
    CardSize(width: 16, height: 12), CardSize(width: 14, height: 10),
    CardSize(width: 12, height: 9),
    CardSize(width: 10, height: 8), CardSize(width: 10, height: 7), CardSize(width: 8, height: 6),
    CardSize(width: 6, height: 5), CardSize(width: 6, height: 4), CardSize(width: 4, height: 3),
    CardSize(width: 4, height: 2),
  ]

  /// The sizes if every face is three letters: odd widths, so that these can be centred.
  static let letteredSizes = cardSizes.map {
    $0.width > 4 ? CardSize(width: $0.width - 1, height: $0.height) : $0
  }

  private static let panelWidth = 30
  static let seatWidth = 26
  /// The headline and an empty row above, message and hints below.
  private static let frameRows = 4
  /// The cells for row numbers left of the board.
  static let numberWidth = 3

  /// Lays a table out with characters; nil if the window is too small.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - seats: the number of seats.
  ///   - size: the window.
  ///   - isLettered: whether every face is shown as three letters.
  init?(_ table: Table, seats: Int, in size: WindowSize, isLettered: Bool = false) {
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else { return nil }
    let body = Area(column: 0, row: 2, width: size.columns, height: size.rows - Self.frameRows)
    let lines = Self.linesBelow(seats: seats, columns: size.columns)
    let sizes = isLettered ? Self.letteredSizes : Self.cardSizes
    let aside = Self.largest(
      sizes, table, width: body.width - Self.panelWidth, height: body.height)
    let below = Self.largest(sizes, table, width: body.width, height: body.height - lines)
    guard var card = [aside, below].compactMap({ $0 }).max(by: { $0.height < $1.height }) else {
      return nil
    }
    let isPanelBelow = aside?.height != card.height
    let room = isPanelBelow ? body.width : body.width - Self.panelWidth
    let spare = room - Self.boardSize(table, card).width
    card.extraGapX = min(max(spare / max(table.columns, 1), 0), card.width / 2)
    let (width, height) = Self.boardSize(table, card)
    let roomRows = isPanelBelow ? body.height - lines : body.height
    self.size = size
    self.table = table
    self.card = card
    self.isPanelBelow = isPanelBelow
    picture = nil
    footerRows = 2
    board = Area(
      column: (room - width) / 2, row: body.row + (roomRows - height) / 2, width: width,
      height: height)
    panel =
      isPanelBelow
      ? Area(column: 1, row: body.row + roomRows, width: body.width - 2, height: lines)
      : Area(column: room + 1, row: body.row, width: Self.panelWidth - 2, height: body.height)
  }

  /// Lays a table out as a picture, or with characters where its cards would be too small for that;
  /// nil if the window is too small.
  package init?(_ table: Table, seats: Int, in viewport: MatchViewport) {
    if let blocks = viewport.blocks,
      let layout = MatchLayout(
        pictureOf: table, seats: seats, in: viewport.size, blocks, cellHeight: viewport.cellHeight,
        isLastRowFree: viewport.isLastRowFree)
    {
      self = layout
      hasRealPixels = viewport.hasRealPixels
    } else {
      self.init(
        table, seats: seats, in: viewport.size, isLettered: viewport.pictures == .none)
    }
  }

  /// A layout from its parts.
  init(
    size: WindowSize, table: Table, board: Area, isPanelBelow: Bool, picture: PictureBoard,
    panel: Area, footerRows: Int
  ) {
    self.size = size
    self.table = table
    self.board = board
    self.isPanelBelow = isPanelBelow
    self.picture = picture
    self.panel = panel
    self.footerRows = footerRows
    let card = picture.area(at: Point(x: Table.pitchX / 2, y: Table.pitchY / 2))
    self.card = CardSize(width: card.width, height: card.height)
  }

  /// The smallest window that fits a table with `seats` seats.
  package static func needed(_ table: Table, seats: Int) -> WindowSize {
    let card = CardSize(width: 4, height: 2)
    let (width, height) = boardSize(table, card)
    let columns = max(width, smallest.columns)
    let rows = height + frameRows + linesBelow(seats: seats, columns: columns)
    return WindowSize(columns: columns, rows: max(rows, smallest.rows))
  }

  /// The seats per line of a panel below the board.
  static func seatsInLine(columns: Int) -> Int { max((columns - 2) / seatWidth, 1) }

  static func linesBelow(seats: Int, columns: Int) -> Int {
    let inLine = seatsInLine(columns: columns)
    return (max(seats, 1) + inLine - 1) / inLine
  }

  private static func boardSize(_ table: Table, _ card: CardSize) -> (width: Int, height: Int) {
    guard !table.places.isEmpty else { return (0, 0) }
    return (
      numberWidth + table.columns * card.pitchX - card.gapX,
      1 + table.rows * card.pitchY - card.gapY
    )
  }

  private static func largest(
    _ sizes: [CardSize], _ table: Table, width: Int, height: Int
  ) -> CardSize? {
    sizes.first { card in
      let board = boardSize(table, card)
      return board.width <= width && board.height <= height
    }
  }

  // MARK: From the table to cells and back

  /// The cells of a card at rest whose middle is at `centre`.
  package func area(at centre: Point) -> Area {
    if let picture { return picture.area(at: centre) }
    return Area(
      column: firstColumn + Self.cells(centre.x / Table.pitchX - 0.5, card.pitchX),
      row: firstRow + Self.cells(centre.y / Table.pitchY - 0.5, card.pitchY),
      width: card.width, height: card.height)
  }

  /// The cells of a card as turned and scaled: the nearer to edge-on the narrower, but at least a
  /// line; nil once it is smaller than a cell.
  package func area(of pose: Scene.Card) -> Area? {
    let whole = area(at: pose.centre)
    let height = Int((Double(whole.height) * pose.scale).rounded())
    guard height >= 1 else { return nil }
    let part = abs(cosine(pose.rotation * .pi / 180)) * pose.scale
    // Keeping the parity of the width keeps the middle where it is.
    let lost = 2 * Int((Double(whole.width) * (1 - part) / 2).rounded())
    let width = max(whole.width - lost, 1)
    return Area(
      column: whole.column + (whole.width - width) / 2,
      row: whole.row + (whole.height - height) / 2, width: width, height: height)
  }

  /// The place whose card covers a cell; nil for gaps and outside the board.
  func place(column: Int, row: Int) -> Int? {
    if let picture { return picture.place(column: column, row: row) }
    guard !table.places.isEmpty, column >= firstColumn, row >= firstRow else { return nil }
    let (x, y) = (column - firstColumn, row - firstRow)
    let (boardColumn, boardRow) = (x / card.pitchX, y / card.pitchY)
    guard boardColumn < table.columns, boardRow < table.rows, x % card.pitchX < card.width,
      y % card.pitchY < card.height
    else { return nil }
    return boardRow * table.columns + boardColumn
  }

  /// The row of the column letters.
  package var lettersRow: Int {
    guard let picture else { return board.row }
    let top = picture.top / picture.blocks.down
    // The row between is for the cursor's frame. With a panel below, the headline is above the
    // letters.
    return min(max(top - (picture.isClose ? 1 : 2), isPanelBelow ? 1 : 0), max(top - 1, 0))
  }
  /// The column of the row numbers.
  var numbersColumn: Int {
    guard let picture else { return board.column }
    return max(picture.left / picture.blocks.across - Self.numberWidth, 0)
  }

  private var firstColumn: Int { board.column + Self.numberWidth }
  private var firstRow: Int { board.row + 1 }

  /// Converts pitches of the table to cells, rounded to nearest.
  private static func cells(_ pitches: Double, _ pitch: Int) -> Int {
    Int((pitches * Double(pitch)).rounded())
  }
}

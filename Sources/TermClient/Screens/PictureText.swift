// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Stage
import TerminalUI

/// Writes a display list's text over its picture, in some rows of it.
struct PictureText {
  let shapes: PictureShapes
  let pictures: Pictures
  /// The picture without text.
  let picture: Grid
  /// The rows to write.
  let rows: [Bool]
  /// The picture with text.
  private(set) var grid: Grid

  private var board: PictureBoard { shapes.board }
  private var palette: Palette { shapes.palette }
  private var colors: PictureColors { shapes.palette.picture }

  /// Writes the text of a list, back to front, so that what covers text removes it; in the other
  /// rows `before` stays.
  static func grid(
    _ list: MatchDisplayList, over picture: Grid, rows: [Bool], before: Grid,
    _ shapes: PictureShapes, _ pictures: Pictures
  ) -> Grid {
    var text = PictureText(
      shapes: shapes, pictures: pictures, picture: picture, rows: rows, grid: before)
    text.grid.adoptPictures(of: picture)
    text.clear(Area(column: 0, row: 0, width: picture.width, height: picture.height))
    for item in list.items { text.write(item, of: list) }
    return text.grid
  }

  private mutating func write(_ item: MatchDisplayList.Item, of list: MatchDisplayList) {
    switch item.content {
    case .text(let text) where item.id.kind == .columnLetter: writeLetter(text)
    case .text(let text): write(text)
    case .card(let card): write(card)
    case .deck(let deck): write(deck, under: list)
    case .number(let number): clear(under: number)
    case .clock(let clock, let box): write(clock, in: box)
    case .dialog(let box):
      clear(
        Area(
          column: box.column - 4, row: box.row - 2, width: box.width + 8, height: box.height + 4))
    case .trophy(let face, let area, let place):
      let face = shapes.faces.face(shapes.theme, face)
      if case .below(let cells) = place, let name = face.name(columns: cells) {
        let column = area.column - (name.cells - area.width) / 2
        write(name, column: column, row: area.row + area.height, palette.text)
      }
      if face.picture == nil || shapes.isTrophyGlyph(area) {
        // Without a name, in the middle as on a card too low for one.
        let rows = place == .onCard ? area.height : min(area.height, 3)
        write(face, in: area, rows: rows, palette.matched, isStill: true)
      } else if place == .onCard {
        // Its rim is as high as two rows on a large card.
        writeName(of: face, in: area, above: area.height >= 12 ? 2 : 1, palette.matched)
      }
    case .cursor, .ghost, .panel, .plate, .code: break
    }
  }

  /// Whether to write a row.
  private func isWritten(_ row: Int) -> Bool { rows.indices.contains(row) && rows[row] }

  /// Writes text on the background that is there.
  private mutating func write(
    _ text: String, column: Int, row: Int, _ style: Style, limit: Int = .max
  ) {
    guard isWritten(row) else { return }
    grid.write(text, column: column, row: row, style, limit: limit)
  }

  /// Writes text on its style's own background.
  private mutating func put(_ text: String, column: Int, row: Int, _ style: Style) {
    guard isWritten(row) else { return }
    grid.put(text, column: column, row: row, style)
  }

  /// Removes the text in an area.
  private mutating func clear(_ area: Area) {
    for row in area.rows where isWritten(row) {
      grid.copy(picture, Area(column: area.column, row: row, width: area.width, height: 1))
    }
  }

  private mutating func write(_ clock: MatchDisplayList.Clock, in box: Area) {
    guard let seconds = clock.secondsLeft else { return }
    let text = "\(seconds)"
    let column = box.column + box.width / 2 - 2 + max(4 - text.cells, 0) / 2
    let style = clock.isUrgent ? palette.bad : palette.strong
    write(text, column: column, row: box.row + box.height / 2, style, limit: 4)
  }

  private func style(_ style: MatchDisplayList.TextStyle) -> Style {
    switch style {
    case .text: palette.text
    case .dim: palette.dim
    case .strong: palette.strong
    case .bad: palette.bad
    case .good: palette.good
    case .seat(let seat), .score(let seat): palette.seat(seat)
    case .code: Style(Color(colors.panel), on: palette.text.background, .bold)
    case .qrCode: .qrCode
    }
  }

  private mutating func write(_ text: MatchDisplayList.Text) {
    var style = style(text.style)
    if text.style == .qrCode {
      if isWritten(text.row) {
        grid.putQRCode(text.string, column: text.column, row: text.row)
      }
      return
    }
    if text.opacity < 1 { style = style.fading(text.opacity, into: Color(colors.panel)) }
    write(text.string, column: text.column, row: text.row, style, limit: text.limit)
    guard text.style == .code, isWritten(text.row) else { return }
    grid.putFullBlocks(
      of: text.string, column: text.column, row: text.row, Style(on: style.foreground))
  }

  /// Writes a column's letter: as a wide tab of the cursor's frame where that reaches it, since the letter
  /// would be a gap in a frame so thin.
  private mutating func writeLetter(_ text: MatchDisplayList.Text) {
    guard (0..<grid.width).contains(text.column), isWritten(text.row) else { return }
    let under = picture[text.column, text.row].style
    let frame = [true, false].map { Color(shapes.cursorColor($0)) }.first {
      $0 == under.foreground || $0 == under.background
    }
    guard let frame else { return write(text) }
    put(
      " \(text.string) ", column: text.column - 1, row: text.row,
      Style(Color(colors.panel), on: frame, .bold))
  }

  /// Writes a face in characters, and a cross on a refused card.
  ///
  /// If the card lies still they have its own colour behind them, because a cell of two colours
  /// would put the darker one behind the text.
  private mutating func write(_ card: Scene.Card) {
    if let index = card.face, shapes.isNearlyFlat(card) {
      let face = shapes.faces.face(shapes.theme, index)
      let isStill = shapes.isStill(card)
      let area = board.area(at: card.centre)
      let style = card.isMatched ? palette.matched : palette.front
      if shapes.isGlyph(face, card) {
        write(face, in: area, rows: board.cardRows, style, isStill: isStill)
      } else if face.shape != nil, board.hasCodes, shapes.cell == nil, isStill {
        // Above the bonus where the card is high enough for it.
        let row = area.row + area.height - (area.height >= 6 ? 2 : 1)
        write(face.code, in: area, row: row, self.style(of: face, style), isStill: isStill)
      } else if board.hasNames, isStill {
        writeName(of: face, in: area, above: 1, style)
      }
    }
    guard card.isRefused, let place = board.table.centre(of: card.place) else { return }
    let area = shapes.crossArea(at: place)
    write(" ✗ ", column: area.column, row: area.row, palette.bad)
  }

  /// Writes a face as the terminal's glyph on a card of `rows`, some perhaps in part, with its caption if
  /// there is room.
  private mutating func write(
    _ face: ThemeFace, in area: Area, rows: Int, _ style: Style, isStill: Bool
  ) {
    let (row, lines) = face.lines(columns: area.width, rows: rows, pictures)
    let style = self.style(of: face, style)
    for (index, line) in lines.enumerated() {
      write(line, in: area, row: area.row + row + index, style, isStill: isStill)
    }
  }

  /// The style of the letters on a card: those for a drawn shape have its colour, which tells them apart at a
  /// glance.
  private func style(of face: ThemeFace, _ style: Style) -> Style {
    guard let shape = face.shape, !style.foreground.isStandard else { return style }
    return Style(Color(shape.color), on: style.background, style.attributes)
  }

  /// Writes the name of a face below its picture in blocks, above some rows; real pixels and drawn shapes need
  /// none.
  private mutating func writeName(
    of face: ThemeFace, in area: Area, above rows: Int, _ style: Style
  ) {
    guard shapes.cell == nil, face.shape == nil,
      let name = face.name(columns: area.width - 4)
    else { return }
    write(name, in: area, row: area.row + area.height - 1 - rows, style, isStill: true)
  }

  /// Writes text in the middle of a row of a card; on one that lies still, on the card's own colour.
  private mutating func write(
    _ text: String, in area: Area, row: Int, _ style: Style, isStill: Bool
  ) {
    let column = area.column + max(area.width - text.cells, 0) / 2
    if isStill {
      put(text, column: column, row: row, style)
    } else {
      write(text, column: column, row: row, style)
    }
  }

  /// Writes the number of cards in the deck, unless a card covers it.
  private mutating func write(_ deck: Scene.Deck, under list: MatchDisplayList) {
    let area = shapes.countArea(of: deck)
    let isCovered = list.items.contains { item in
      guard case .card(let card) = item.content else { return false }
      return board.area(at: card.centre).intersects(area)
    }
    guard !isCovered else { return }
    write(" \(deck.count) ", column: area.column, row: area.row, palette.strong)
  }

  /// Removes the text under a number, until it has nearly faded.
  private mutating func clear(under number: Scene.FlyingNumber) {
    guard number.opacity * 256 > 60 else { return }
    let middle = board.place(of: number.centre)
    let size = board.numberSize(number.delta)
    let (left, right) = (Int(middle.x - size.x / 2), Int(middle.x + size.x / 2))
    let (upper, lower) = (
      Int(((middle.y - size.y / 2) / board.cellHeight).rounded(.down)),
      Int(((middle.y + size.y / 2) / board.cellHeight).rounded(.down))
    )
    clear(Area(column: left, row: upper, width: right - left + 1, height: lower - upper + 1))
  }
}

extension ThemeFace {
  /// The text of a face on a card of some cells: the terminal's glyph in the middle, from four rows on with its
  /// name in capitals in the next row, to tell small emoji apart.
  ///
  /// - Returns: the row of the first line within the card, and the lines.
  func lines(columns: Int, rows: Int, _ pictures: Pictures) -> (row: Int, lines: [String]) {
    let text = pictures.text(of: self)
    // A rim has a cell on each side.
    guard rows >= 4, text != code, let name = name(columns: columns - 2) else {
      return ((rows - 1) / 2, [text])
    }
    return (rows / 2 - 1, [text, name.uppercased()])
  }

  /// Its name where that fits; nil where it does not, because part of a name looks like another one.
  func name(columns: Int) -> String? { name.cells <= columns ? name : nil }
}

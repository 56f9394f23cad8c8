// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

// The board: letters and numbers, cards, deck, notes.

extension MatchTextRenderer {
  /// Whether this viewer has a cursor now.
  private var hasCursor: Bool {
    scene.you != nil && (scene.phase == .playing || scene.phase == .dealing)
  }

  private var cursorPlace: Int? { hasCursor ? screen.cursor.place : nil }

  /// The cursor's border: always heavy lines, highlighted in the viewer's own turn only.
  private func cursorStyle(on ground: Style) -> Style {
    scene.isTurnYours ? palette.cursor : ground
  }

  mutating func drawBoard() {
    if scene.phase == .playing || scene.phase == .dealing || !scene.cards.isEmpty {
      drawCoordinates()
      drawEmptyPlaces()
    }
    if let deck = scene.deck { draw(deck) }
    for card in scene.cards { draw(card) }
    for number in scene.numbers { draw(number) }
  }

  private mutating func drawCoordinates() {
    let table = scene.table
    for column in 0..<table.columns {
      guard let centre = table.centre(of: column) else { continue }
      let area = layout.area(at: centre)
      let isOn = cursorPlace.map { $0 % table.columns == column } ?? false
      grid.put(
        Coordinates.letters(ofColumn: column), centredIn: area.columns, row: layout.lettersRow,
        isOn ? palette.strong : palette.dim)
    }
    for row in 0..<table.rows {
      guard let centre = table.centre(of: row * table.columns) else { continue }
      let area = layout.area(at: centre)
      let isOn = cursorPlace.map { $0 / table.columns == row } ?? false
      grid.put(
        "\(row + 1)", column: layout.numbersColumn, row: area.row + (area.height - 1) / 2,
        isOn ? palette.strong : palette.dim)
    }
  }

  /// Draws a dot at each empty place, for orientation.
  private mutating func drawEmptyPlaces() {
    let lying = scene.cards.filter { $0.centre == scene.table.centre(of: $0.place) }
    let taken = Set(lying.map { $0.place })
    for place in scene.table.places where !taken.contains(place) {
      guard let centre = scene.table.centre(of: place) else { continue }
      let area = layout.area(at: centre)
      if place == cursorPlace { drawEdge(.corners, of: area, cursorStyle(on: palette.dim)) }
      grid.put(
        "·", column: area.column + (area.width - 1) / 2, row: area.row + (area.height - 1) / 2,
        palette.dim)
    }
  }

  private mutating func draw(_ card: Scene.Card) {
    guard let area = layout.area(of: card) else { return }
    let isUp = card.rotation < 90
    let isWhole = area.width == layout.card.width && area.height == layout.card.height
    let style = card.isMatched ? palette.matched : isUp ? palette.front : palette.back
    grid.fill(area, .space, style)
    if !isUp { drawBack(of: area, style) }
    if isUp, area.height == 2 {
      // The picture replaces the upper border of a card of two rows.
      let isOn = card.place == cursorPlace
      let ends = isOn ? ("►", "◄") : card.isMatched ? ("{", "}") : ("[", "]")
      let edge = isOn ? cursorStyle(on: style) : style
      grid.put(ends.0, column: area.column, row: area.row, edge)
      grid.put(ends.1, column: area.column + area.width - 1, row: area.row, edge)
    } else if card.place == cursorPlace {
      drawEdge(.heavy, of: area, cursorStyle(on: style))
    } else {
      drawEdge(card.isMatched ? .double : .plain, of: area, style)
    }
    guard isWhole || area.width >= 4 else { return }
    if let face = card.face {
      draw(screen.faces.face(scene.theme, face), in: area, style)
    } else if card.isRefused {
      drawMark("✗", in: area, style.with(.bold))
    } else if card.isChosen {
      drawMark("…", in: area, style.with(.bold))
    }
    if let bonus = card.bonus, isWhole {
      // Cards of two rows have their picture in place of the upper border.
      let row = area.height > 2 ? area.row : area.row + 1
      grid.put(Self.pie(bonus), column: area.column + area.width - 2, row: row, style)
    }
  }

  mutating func drawEdge(_ edge: Edge, of area: Area, _ style: Style) {
    let (right, bottom) = (area.column + area.width - 1, area.row + area.height - 1)
    for column in area.columns.dropFirst().dropLast() where edge.horizontal != " " {
      grid.put(edge.horizontal, column: column, row: area.row, style)
      grid.put(edge.horizontal, column: column, row: bottom, style)
    }
    for row in area.rows.dropFirst().dropLast() where edge.vertical != " " {
      grid.put(edge.vertical, column: area.column, row: row, style)
      grid.put(edge.vertical, column: right, row: row, style)
    }
    grid.put(edge.corners[0], column: area.column, row: area.row, style)
    grid.put(edge.corners[1], column: right, row: area.row, style)
    grid.put(edge.corners[2], column: area.column, row: bottom, style)
    grid.put(edge.corners[3], column: right, row: bottom, style)
  }

  private mutating func drawBack(of area: Area, _ style: Style) {
    for row in area.rows {
      for column in area.columns {
        grid.put((column + row).isMultiple(of: 2) ? "╱" : "╲", column: column, row: row, style)
      }
    }
  }

  /// Draws the picture in the middle and the letters in a corner, because three letters cannot be
  /// centred in an even width.
  private mutating func draw(_ face: ThemeFace, in area: Area, _ style: Style) {
    let inner = area.columns.dropFirst().dropLast()
    let middle = area.row + (area.height - 1) / 2
    let picture = renderStyle.pictures.text(of: face)
    grid.put(picture, centredIn: inner.startIndex..<inner.endIndex, row: middle, style)
    if area.height >= 5, picture != face.code {
      grid.put(
        face.code, column: inner.startIndex, row: area.row + 1, style, limit: inner.count)
    }
  }

  private mutating func drawMark(_ mark: String, in area: Area, _ style: Style) {
    let inner = (area.column + 1)..<(area.column + area.width - 1)
    let row = area.row + (area.height - 1) / 2
    for column in inner { grid.put(" ", column: column, row: row, style) }
    grid.put(mark, centredIn: inner, row: row, style)
  }

  private mutating func draw(_ deck: Scene.Deck) {
    let area = layout.area(at: deck.centre)
    grid.fill(area, .space, palette.back)
    drawBack(of: area, palette.back)
    drawEdge(.plain, of: area, palette.back)
    drawMark("\(deck.count)", in: area, palette.back.with(.bold))
  }

  /// Starts on the card's lower border, so that the face stays visible.
  private mutating func draw(_ number: Scene.FlyingNumber) {
    let area = layout.area(at: number.centre)
    let row = area.row + area.height - 1
    guard (1..<layout.messageRow).contains(row) else { return }
    let style = number.delta < 0 ? palette.bad : palette.good
    grid.put(Wording.signed(number.delta), centredIn: area.columns, row: row, style)
  }

  /// The remaining bonus as a disc that empties.
  private static func pie(_ fraction: Double) -> String {
    fraction > 0.875
      ? "●" : fraction > 0.625 ? "◕" : fraction > 0.375 ? "◑" : fraction > 0.125 ? "◔" : "○"
  }
}

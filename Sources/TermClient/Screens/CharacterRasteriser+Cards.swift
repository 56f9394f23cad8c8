// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Stage
import TerminalUI

// Cards, deck and numbers.

extension CharacterRasteriser {
  mutating func draw(_ card: Scene.Card) {
    guard let area = layout.area(of: card) else { return }
    let isUp = card.rotation < 90
    let isWhole = area.width == layout.card.width && area.height == layout.card.height
    let style = card.isMatched ? palette.matched : isUp ? palette.front : palette.back
    let edge = cursorStyle(at: card.place, on: style)
    grid.fill(area, .space, style)
    if !isUp { drawBack(of: area, style) }
    if isUp, area.height == 2 {
      // The picture replaces the upper border of a card of two rows.
      let ends = edge != nil ? ("►", "◄") : card.isMatched ? ("{", "}") : ("[", "]")
      grid.put(ends.0, column: area.column, row: area.row, edge ?? style)
      grid.put(ends.1, column: area.column + area.width - 1, row: area.row, edge ?? style)
    } else if let edge {
      grid.frame(area, .heavy, edge)
    } else {
      grid.frame(area, card.isMatched ? .double : .plain, style)
    }
    guard isWhole || area.width >= 4 else { return }
    if let face = card.face {
      draw(faces.face(list.theme, face), in: area, style)
    } else if card.isRefused {
      drawMark("✗", in: area, style.with(.bold))
    } else if card.isChosen {
      drawMark("…", in: area, style.with(.bold))
    } else if card.warmth > 0 {
      drawMark(Self.shades[min(card.warmth, Self.shades.count) - 1], in: area, style)
    }
    if let bonus = card.bonus, isWhole {
      // Cards of two rows have their picture in place of the upper border.
      let row = area.height > 2 ? area.row : area.row + 1
      grid.put(Self.pie(bonus), column: area.column + area.width - 2, row: row, style)
    }
  }

  /// A heat map's marks, the coldest first.
  private static let shades = ["░", "▒", "▓", "█"]

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

  mutating func draw(_ deck: Scene.Deck) {
    let area = layout.area(at: deck.centre)
    grid.fill(area, .space, palette.back)
    drawBack(of: area, palette.back)
    grid.frame(area, .plain, palette.back)
    drawMark("\(deck.count)", in: area, palette.back.with(.bold))
  }

  /// Starts on the card's lower border, so that the face stays visible.
  mutating func draw(_ number: Scene.FlyingNumber) {
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

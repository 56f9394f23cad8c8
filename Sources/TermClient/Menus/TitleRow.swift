// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// Draws the title as a row of cards that spell it.
struct TitleRow: Sendable {
  private struct Key: Hashable {
    var width: Float
    var blocks: Blocks
    var cellHeight: Float
    var colors: PictureColors
  }

  private var key: Key?
  private var art: TitleArt?
  private var canvas: Canvas?

  /// An empty cache.
  init() {}

  /// Draws the cards in a strip of a menu, on the table's picture if there is one.
  mutating func draw(
    _ show: TitleShow, in strip: Area, _ renderStyle: RenderStyle, on table: Canvas?,
    _ menu: inout MenuCanvas
  ) {
    guard strip.height >= 3 else {
      return menu.write(
        String(TitleArt.letters), centredIn: strip.columns, row: strip.row,
        renderStyle.palette.strong)
    }
    guard let blocks = renderStyle.blocks, let table else {
      return drawCharacters(in: strip, &menu)
    }
    let count = Float(TitleArt.letters.count)
    let height = Float(strip.height) * renderStyle.cellHeight - 1.5
    // Three columns stay free on each side.
    let width = min(height / 1.5, Float(strip.width - 6) / (count * 1.18), 13)
    let colors = renderStyle.palette.picture
    let key = Key(width: width, blocks: blocks, cellHeight: renderStyle.cellHeight, colors: colors)
    if key != self.key {
      self.key = key
      art = TitleArt(width: width, for: blocks, cellHeight: renderStyle.cellHeight, colors)
    }
    guard var art else { return }
    // The canvas must have one owner while it is changed, or it would be copied.
    var canvas = self.canvas ?? table
    self.canvas = nil
    if canvas.pixels.width != table.pixels.width || canvas.pixels.height != table.pixels.height {
      canvas = table
    }
    let fronts = show.cards.enumerated().map { index, card in
      card.emoji.map { art.face($0) } ?? art.fronts[index]
    }
    canvas.redraw(strip, of: blocks, on: table) { canvas in
      for index in show.cards.indices.sorted(by: { show.cards[$0].lift < show.cards[$1].lift }) {
        Self.draw(show.cards[index], at: index, fronts[index], art, strip, renderStyle, on: &canvas)
      }
    }
    menu.grid.draw(canvas.pixels, with: blocks, damage: strip)
    if art.isSmall { Self.putLetters(of: show, art, strip, renderStyle, &menu) }
    self.art = art
    self.canvas = canvas
  }

  private static func draw(
    _ card: TitleShow.Card, at index: Int, _ front: Texture, _ art: TitleArt, _ strip: Area,
    _ renderStyle: RenderStyle, on canvas: inout Canvas
  ) {
    let shape = art.card
    let middle = Float(strip.column) + Float(strip.width) / 2
    let offset = offset(of: index, art, canvas.across)
    let isBack = card.turn > 90 && card.turn < 270
    var pose = Pose(
      x: middle + offset * Float(card.way),
      y: (Float(strip.row) + Float(strip.height) / 2) * renderStyle.cellHeight,
      // The back has its own texture, so half a turn is subtracted.
      turn: Float(card.turn) - (isBack ? 180 : card.turn >= 270 ? 360 : 0),
      lift: Float(card.lift) * 0.6)
    if card.lift == 0, card.turn == 0 || card.turn == 180 {
      pose = canvas.aligned(pose, width: shape.width, height: shape.height)
    }
    canvas.drawShadow(
      width: shape.width, height: shape.height, radius: shape.radius, pose)
    canvas.draw(isBack ? art.back : front, pose)
  }

  /// A card's offset from the middle, in units; gaps are equal to the pixel.
  private static func offset(of index: Int, _ art: TitleArt, _ across: Float) -> Float {
    let pitch =
      max((art.card.width * 1.16 * across).rounded(), art.card.width * across + 1) / across
    return ((Float(index) - Float(TitleArt.letters.count - 1) / 2) * pitch * across).rounded(.down)
      / across
  }

  /// Writes letters on cards that are at rest with their front up.
  private static func putLetters(
    of show: TitleShow, _ art: TitleArt, _ strip: Area, _ renderStyle: RenderStyle,
    _ menu: inout MenuCanvas
  ) {
    for (index, card) in show.cards.enumerated() {
      guard card.lift == 0, card.turn == 0, card.emoji == nil,
        let blocks = renderStyle.blocks, let glyph = Glyph(TitleArt.letters[index])
      else { continue }
      let middle = Float(strip.column) + Float(strip.width) / 2
      let column = Int(middle + offset(of: index, art, Float(blocks.across)))
      let row = strip.row + strip.height / 2
      guard strip.contains(column: column, row: row) else { continue }
      let ground = menu.grid[column, row].style.background
      menu.grid.put(
        glyph, column: column, row: row, Style(Color(TitleArt.ink(of: index)), on: ground, .bold))
    }
  }

  /// Small cards drawn with box characters.
  private func drawCharacters(in strip: Area, _ menu: inout MenuCanvas) {
    let pitch = strip.width >= 62 ? 7 : 6
    let width = 8 * pitch - (pitch - 5)
    let row = strip.row + (strip.height - 3) / 2
    for (index, letter) in TitleArt.letters.enumerated() {
      let column = strip.column + (strip.width - width) / 2 + index * pitch
      let style = menu.style.field
      menu.grid.put("╭───╮", column: column, row: row, style)
      menu.grid.put("│ \(letter) │", column: column, row: row + 1, style.with(.bold))
      menu.grid.put("╰───╯", column: column, row: row + 2, style)
    }
  }
}

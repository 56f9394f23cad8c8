// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Draws the title in a strip of the window: a row of cards that spell it.
struct TitleRow: Sendable {
  private struct Key: Hashable {
    var width: Float
    var blocks: Blocks
    var cellHeight: Float
  }

  private var key: Key?
  private var art: TitleArt?
  private var canvas: Canvas?

  /// Nothing drawn yet.
  init() {}

  /// Draws the cards in a strip of a grid on whose picture they lie.
  mutating func draw(
    _ show: TitleShow, in strip: Area, _ look: Look, on table: Canvas?, _ menu: inout MenuCanvas
  ) {
    guard strip.height >= 3 else {
      return menu.write(
        String(TitleArt.letters), centredIn: strip.columns, row: strip.row, look.palette.strong)
    }
    guard let blocks = look.drawing.blocks, let table else {
      return drawCharacters(in: strip, &menu)
    }
    let count = Float(TitleArt.letters.count)
    let height = Float(strip.height) * look.cellHeight - 1.5
    let width = min(height / 1.5, Float(strip.width - 2) / (count * 1.18), 13)
    let key = Key(width: width, blocks: blocks, cellHeight: look.cellHeight)
    if key != self.key {
      self.key = key
      art = TitleArt(width: width, for: blocks, cellHeight: look.cellHeight)
    }
    guard var art else { return }
    // Only one may hold it while it is drawn on, or all of it would be copied.
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
        Self.draw(show.cards[index], at: index, fronts[index], art, strip, look, on: &canvas)
      }
    }
    menu.grid.draw(canvas.pixels, with: blocks, damage: strip)
    self.art = art
    self.canvas = canvas
  }

  private static func draw(
    _ card: TitleShow.Card, at index: Int, _ front: Texture, _ art: TitleArt, _ strip: Area,
    _ look: Look, on canvas: inout Canvas
  ) {
    let shape = art.card
    let pitch = shape.width * 1.16
    let middle = Float(strip.column) + Float(strip.width) / 2
    let offset = (Float(index) - Float(TitleArt.letters.count - 1) / 2) * pitch
    let isBack = card.turn > 90 && card.turn < 270
    var pose = Pose(
      x: middle + offset * Float(card.way),
      y: (Float(strip.row) + Float(strip.height) / 2) * look.cellHeight,
      // The back is the other side of the card: seen, it is turned half round.
      turn: Float(card.turn) - (isBack ? 180 : card.turn >= 270 ? 360 : 0),
      lift: Float(card.lift) * 0.6)
    if card.lift == 0, card.turn == 0 || card.turn == 180 {
      pose = canvas.aligned(pose, width: shape.width, height: shape.height)
    }
    canvas.drawShadow(
      width: shape.width, height: shape.height, radius: shape.radius, pose)
    canvas.draw(isBack ? art.back : front, pose)
  }

  /// Small cards of lines, with a letter each.
  private func drawCharacters(in strip: Area, _ menu: inout MenuCanvas) {
    let pitch = strip.width >= 62 ? 7 : 6
    let width = 8 * pitch - (pitch - 5)
    let row = strip.row + (strip.height - 3) / 2
    for (index, letter) in TitleArt.letters.enumerated() {
      let column = strip.column + (strip.width - width) / 2 + index * pitch
      let style = menu.palette.front
      menu.grid.put("╭───╮", column: column, row: row, style)
      menu.grid.put("│ \(letter) │", column: column, row: row + 1, style.with(.bold))
      menu.grid.put("╰───╯", column: column, row: row + 2, style)
    }
  }
}

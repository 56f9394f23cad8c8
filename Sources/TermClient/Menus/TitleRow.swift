// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// Draws the title as a row of cards that spell it.
struct TitleRow: Sendable {
  private var cards = MenuCards()

  /// A row with an empty cache.
  init() {}

  /// Draws the cards in a strip of a menu, on the table's picture if there is one.
  ///
  /// - Parameters:
  ///   - show: the cards' poses.
  ///   - strip: the area to draw in.
  ///   - renderStyle: the style.
  ///   - table: the table's picture; nil if the table is drawn with characters.
  ///   - isStill: whether the picture stays as it is for a while.
  ///   - menu: the menu.
  mutating func draw(
    _ show: TitleShow, in strip: Area, _ renderStyle: RenderStyle, on table: Canvas?,
    isStill: Bool, _ menu: inout MenuCanvas
  ) {
    guard strip.height >= 3 else {
      return menu.write(
        String(TitleLetter.all), centredIn: strip.columns, row: strip.row,
        renderStyle.palette.strong)
    }
    guard let blocks = renderStyle.blocks, let table else {
      return drawCharacters(in: strip, &menu)
    }
    let count = Float(TitleLetter.all.count)
    let most = Float(strip.height) * renderStyle.cellHeight - 1.5
    // Three columns stay free on each side.
    var width = min(most / 1.5, Float(strip.width - 6) / (count * 1.18), 14)
    if blocks.across == 1 {
      // Of an odd number of columns one is in the middle, as it is of a letter, unless that is twice as large.
      let isOdd = width < TitleLetter.fewestOfDoubled
      width = isOdd ? ((width - 1) / 2).rounded(.down) * 2 + 1 : (width / 2).rounded(.down) * 2
    } else {
      width = min(width, 13)
    }
    // Of whole rows, whose cells need not show a card, its rim and the felt in two colours.
    let rows = min(Int((width * 1.5 / renderStyle.cellHeight).rounded()), strip.height - 1)
    let cardHeight = Float(rows) * renderStyle.cellHeight
    let top = strip.row + (strip.height - rows) / 2
    let middle = SIMD2(
      Float(strip.column) + Float(strip.width) / 2,
      Float(top) * renderStyle.cellHeight + cardHeight / 2)
    let shape = CardArt(
      width: width, height: cardHeight, for: blocks, cellHeight: renderStyle.cellHeight,
      renderStyle.palette.picture)
    let order = show.cards.indices.sorted { show.cards[$0].lift < show.cards[$1].lift }
    cards.draw(
      order.map { index in
        let offset = Self.offset(of: index, shape, Float(blocks.across))
        return Self.card(show.cards[index], index, at: middle, offset)
      }, width: width, height: cardHeight, in: strip, renderStyle, on: table, isStill: isStill,
      &menu.grid)
    if TitleLetter.isTooLarge(for: shape, blocks), renderStyle.graphics == nil || !isStill {
      Self.putLetters(of: show, shape, strip, blocks, &menu)
    }
  }

  /// A card in its pose, `offset` units to the right of the middle when it has been dealt.
  private static func card(
    _ card: TitleShow.Card, _ index: Int, at middle: SIMD2<Float>, _ offset: Float
  ) -> MenuCards.Card {
    let isBack = card.turn > 90 && card.turn < 270
    let front = card.emoji.map { MenuCards.Side.face($0) } ?? .letter(index)
    let motion = Pose(
      x: middle.x + offset * Float(card.way), y: middle.y,
      // The back has its own texture, so half a turn is subtracted.
      turn: Float(card.turn) - (isBack ? 180 : card.turn >= 270 ? 360 : 0),
      lift: Float(card.lift) * 0.6)
    return MenuCards.Card(
      side: isBack ? .back : front, place: SIMD2(middle.x + offset, middle.y),
      // A back is about to be turned.
      motion: card.lift == 0 && card.turn == 0 ? nil : motion)
  }

  /// A card's offset from the middle, in units; gaps are equal to the pixel.
  private static func offset(of index: Int, _ card: CardArt, _ across: Float) -> Float {
    let pitch = max((card.width * 1.16 * across).rounded(), card.width * across + 1) / across
    return ((Float(index) - Float(TitleLetter.all.count - 1) / 2) * pitch * across).rounded(.down)
      / across
  }

  /// Writes letters on cards that are at rest with their front up.
  private static func putLetters(
    of show: TitleShow, _ shape: CardArt, _ strip: Area, _ blocks: Blocks,
    _ menu: inout MenuCanvas
  ) {
    for (index, card) in show.cards.enumerated() {
      guard card.lift == 0, card.turn == 0, card.emoji == nil,
        let glyph = Glyph(TitleLetter.all[index])
      else { continue }
      let middle = Float(strip.column) + Float(strip.width) / 2
      let column = Int(middle + offset(of: index, shape, Float(blocks.across)))
      let row = strip.row + strip.height / 2
      guard strip.contains(column: column, row: row) else { continue }
      let ground = menu.grid[column, row].style.background
      menu.grid.put(
        glyph, column: column, row: row,
        Style(Color(TitleLetter.ink(of: index)), on: ground, .bold))
    }
  }

  /// Small cards drawn with box characters.
  private func drawCharacters(in strip: Area, _ menu: inout MenuCanvas) {
    let pitch = strip.width >= 62 ? 7 : 6
    let width = 8 * pitch - (pitch - 5)
    let row = strip.row + (strip.height - 3) / 2
    for (index, letter) in TitleLetter.all.enumerated() {
      let column = strip.column + (strip.width - width) / 2 + index * pitch
      let style = menu.style.field
      menu.grid.put("╭───╮", column: column, row: row, style)
      menu.grid.put("│ \(letter) │", column: column, row: row + 1, style.with(.bold))
      menu.grid.put("╰───╯", column: column, row: row + 2, style)
    }
  }
}

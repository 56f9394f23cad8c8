// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Interpolation
import MatchUI
import TerminalUI

/// Previews settings with a strip of cards: a back, a face with its bonus, a matched card, and one
/// that flips as much as the motion setting allows.
struct CardsPreview: Sendable {
  private var cards = MenuCards()

  private static let period = 2.0
  private static let flip = 0.6
  /// Strips with fewer rows show no cards.
  static let least = 5
  /// The most rows of a strip: cards are then large enough for pictures in blocks.
  static let most = 13

  /// A preview with an empty cache.
  init() {}

  /// Whether the last card is turning, `seconds` after the preview appeared.
  static func isMoving(at seconds: Double, _ decoration: Decoration) -> Bool {
    decoration == .full && seconds.truncatingRemainder(dividingBy: period) < flip
  }

  /// When the cards next change, in seconds; nil for never.
  static func nextChange(after seconds: Double, _ decoration: Decoration) -> Double? {
    decoration == .none ? nil : ((seconds / period).rounded(.down) + 1) * period
  }

  /// The last card's rotation in degrees: 0 shows its face.
  static func turn(at seconds: Double, _ decoration: Decoration) -> Double {
    guard decoration != .none else { return 0 }
    let round = (seconds / period).rounded(.down)
    let part = decoration == .full ? min((seconds - round * period) / flip, 1) : 1
    let turned = 180 * UnitCurve.easeInOut.value(at: part)
    return round.truncatingRemainder(dividingBy: 2) == 0 ? 180 - turned : turned
  }

  /// Draws the cards `seconds` after the preview appeared.
  mutating func draw(
    at seconds: Double, in strip: Area, _ renderStyle: RenderStyle, on table: Canvas?,
    _ menu: inout MenuCanvas
  ) {
    guard strip.height >= Self.least else { return }
    let turn = Self.turn(at: seconds, renderStyle.decoration)
    guard let blocks = renderStyle.blocks, let table else {
      return drawCharacters(isUp: turn < 90, in: strip, renderStyle, &menu)
    }
    // Half a row stays free above the cards and below.
    var height = Float(strip.height - 1) * renderStyle.cellHeight
    var width = height / 1.5
    var middle = SIMD2(
      Float(strip.column + strip.width / 2),
      (Float(strip.row) + Float(strip.height) / 2) * renderStyle.cellHeight)
    let hasPictures = renderStyle.graphics != nil
    // On whole cells, whose two colours are enough there, and so high that an emoji is in the middle, or with
    // its caption.
    let rows =
      strip.height >= Self.most ? 11 : strip.height >= 8 ? 6 : strip.height >= 6 ? 4 : 3
    let top = strip.row + (strip.height - rows) / 2
    if !hasPictures {
      height = Float(rows) * renderStyle.cellHeight
      // Wide enough for an emoji within a bonus.
      width = max((height / 3).rounded() * 2, 6)
      middle.y = (Float(top) + Float(rows) / 2) * renderStyle.cellHeight
    }
    let shape = CardArt(
      width: width, height: height, for: blocks, cellHeight: renderStyle.cellHeight,
      renderStyle.palette.picture)
    // Even too, or the cards would lie on half columns.
    let pitch = hasPictures ? shape.width * 1.3 : (shape.width * 0.65).rounded(.up) * 2
    let isBack = turn > 90
    let isDrawn =
      hasPictures || Int(width) * blocks.across >= PictureBoard.fewestPixels(of: blocks)
    func emoji(_ index: Int) -> String? { isDrawn ? Self.faces[index].emoji : nil }
    let sides: [MenuCards.Side] = [
      .back, .face(emoji(0), pie: 0.6), .face(emoji(1), isMatched: true),
      isBack ? .back : .face(emoji(2)),
    ]
    cards.draw(
      sides.enumerated().map { index, side in
        let place = SIMD2(middle.x + (Float(index) - 1.5) * pitch, middle.y)
        let turn = index == sides.count - 1 ? Float(turn) - (isBack ? 180 : 0) : 0
        return MenuCards.Card(
          side: side, place: place,
          motion: turn == 0 ? nil : Pose(x: place.x, y: place.y, turn: turn))
      }, width: width, height: height, in: strip, renderStyle, on: table, &menu.grid)
    guard !isDrawn else { return }
    let ink = renderStyle.palette.picture.faceInk
    // All have names or none, and one that turns its emoji while it is nearly flat.
    let isNamed = Self.faces.allSatisfy { $0.name(columns: Int(width) - 3) != nil }
    for (index, face) in Self.faces.enumerated() where index < 2 || turn < 40 {
      let left = Int(middle.x + (Float(index) - 0.5) * pitch - width / 2)
      let (first, lines) = face.lines(
        columns: Int(width), rows: isNamed ? rows : min(rows, 3), renderStyle.pictures)
      for (index, line) in lines.enumerated() {
        let row = top + first + index
        menu.grid.put(
          line, centredIn: left..<(left + Int(width)), row: row,
          Style(Color(ink), on: menu.grid[left + Int(width) / 2, row].style.background))
      }
    }
  }

  /// The fox, the frog and the panda, which are recognised in few pixels.
  private static let faces: [ThemeFace] = {
    let animals = ThemeFaces.standard.faces(of: "animals")
    return [28, 15, 2].map { animals[$0] }
  }()

  /// Cards drawn with box characters.
  private func drawCharacters(
    isUp: Bool, in strip: Area, _ renderStyle: RenderStyle, _ menu: inout MenuCanvas
  ) {
    let palette = renderStyle.palette
    let faces = Self.faces.map { renderStyle.pictures.text(of: $0) }
    let cards: [(Style, String, Border)] = [
      (palette.back, "╱╲╱╲", .plain), (palette.front, faces[0], .plain),
      (palette.matched, faces[1], .double),
      isUp ? (palette.front, faces[2], .plain) : (palette.back, "╱╲╱╲", .plain),
    ]
    let row = strip.row + (strip.height - 3) / 2
    for (index, card) in cards.enumerated() {
      let column = strip.width / 2 - 15 + index * 8
      let edge = card.2
      menu.grid.fill(Area(column: column, row: row, width: 6, height: 3), .space, card.0)
      let bar = String(repeating: edge.horizontal, count: 4)
      menu.grid.put(edge.corners[0] + bar + edge.corners[1], column: column, row: row, card.0)
      menu.grid.put(edge.vertical, column: column, row: row + 1, card.0)
      menu.grid.put(
        card.1, centredIn: (column + 1)..<(column + 5), row: row + 1, card.0)
      menu.grid.put(edge.vertical, column: column + 5, row: row + 1, card.0)
      menu.grid.put(edge.corners[2] + bar + edge.corners[3], column: column, row: row + 2, card.0)
    }
  }
}

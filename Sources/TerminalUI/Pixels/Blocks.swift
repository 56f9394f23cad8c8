// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// The cells that may be drawn with fewer colours because something moves there, which saves bytes.
package struct CoarseCells {
  /// The areas with motion.
  package var areas: [Area]
  /// The background; cells that show only it and shadows are not affected.
  package var background: Pixels

  /// Areas with motion over a background.
  package init(areas: [Area], background: Pixels) {
    self.areas = areas
    self.background = background
  }
}

extension Grid {
  /// Draws a picture with blocks at a cell: all of it, or only the cells of `damage`.
  ///
  /// Transparent pixels are black. Rows and columns of pixels that do not fill a cell are left out,
  /// and so is what lies outside the grid.
  ///
  /// - Parameters:
  ///   - pixels: the picture.
  ///   - blocks: the blocks of a cell.
  ///   - column: the picture's first column.
  ///   - row: the picture's first row.
  ///   - damage: the cells to draw, in grid coordinates; nil for all.
  ///   - coarse: the cells to draw with five bits per channel, for a picture in the grid's corner.
  package mutating func draw(
    _ pixels: Pixels, with blocks: Blocks, column: Int = 0, row: Int = 0, damage: Area? = nil,
    coarse: CoarseCells? = nil
  ) {
    var columns = column..<(column + pixels.width / blocks.across)
    var rows = row..<(row + pixels.height / blocks.down)
    columns = columns.clamped(to: 0..<width)
    rows = rows.clamped(to: 0..<height)
    if let damage {
      columns = columns.clamped(to: damage.columns)
      rows = rows.clamped(to: damage.rows)
    }
    let glyphs = Blocks.sextantGlyphs
    let stride = pixels.width
    var moves = [Bool](repeating: false, count: width)
    pixels.colors.withUnsafeBufferPointer { colors in
      for y in rows {
        if let coarse {
          for x in columns { moves[x] = false }
          for area in coarse.areas where area.rows.contains(y) {
            for x in area.columns.clamped(to: columns) { moves[x] = true }
          }
        }
        for x in columns {
          let corner = (y - row) * blocks.down * stride + (x - column) * blocks.across
          var isCoarse = false
          if let coarse, moves[x] {
            isCoarse = coarse.differs(colors, corner: corner, stride: stride, blocks)
          }
          switch blocks {
          case .halves:
            put(
              upper: colors[corner].color, lower: colors[corner + stride].color, isCoarse,
              column: x, row: y)
          case .sextants:
            let split = TwoColors(
              colors, corner: corner, stride: stride,
              flatness: isCoarse ? TwoColors.coarseFlatness : TwoColors.flatness)
            put(split, glyphs, isCoarse, column: x, row: y)
          }
        }
      }
    }
  }

  private mutating func put(
    upper: Color, lower: Color, _ isCoarse: Bool, column: Int, row: Int
  ) {
    let (upper, lower) = isCoarse ? (upper.coarse, lower.coarse) : (upper, lower)
    if upper == lower {
      put(.space, column: column, row: row, Style(on: lower))
    } else {
      put(Blocks.upperHalf, column: column, row: row, Style(upper, on: lower))
    }
  }

  /// The darker colour is the background, so that felt is the background in every edge cell of a
  /// card.
  private mutating func put(
    _ split: TwoColors, _ glyphs: [Glyph], _ isCoarse: Bool, column: Int, row: Int
  ) {
    var (mask, front, back) = (split.mask, split.foreground, split.background)
    if isCoarse { (front, back) = (front.coarse, back.coarse) }
    if mask == 0 || front == back {
      put(.space, column: column, row: row, Style(on: back))
      return
    }
    if front.brightness < back.brightness { (mask, front, back) = (63 - mask, back, front) }
    put(glyphs[mask], column: column, row: row, Style(front, on: back))
  }
}

extension CoarseCells {
  /// The maximum darkening of a channel by a shadow.
  ///
  /// Dark felt reduced to few colours would show blotches.
  private static let shadow: UInt8 = 64

  /// Whether a cell shows anything but the background and shadows.
  fileprivate func differs(
    _ colors: UnsafeBufferPointer<RGBA>, corner: Int, stride: Int, _ blocks: Blocks
  ) -> Bool {
    for y in 0..<blocks.down {
      for index in (corner + y * stride)..<(corner + y * stride + blocks.across)
      where colors[index] != background.colors[index] {
        let (own, felt) = (colors[index].lanes, background.colors[index].lanes)
        let isDarker = all(own .<= felt)
        let lost = felt &- own
        if !isDarker || max(lost.x, max(lost.y, lost.z)) > Self.shadow { return true }
      }
    }
    return false
  }
}

extension Color {
  /// The nearest colour with five bits per channel.
  fileprivate var coarse: Color {
    let bits = (self.bits & 0xf8f8f8)
    return Color(bits | bits >> 5 & 0x070707)
  }

  fileprivate var brightness: Int { 2 * red + 5 * green + blue }
}

extension Blocks {
  /// The glyph that fills the upper half of a cell.
  static let upperHalf = glyph(0x2580)

  /// The sextant glyphs by mask: bit 0 is the upper left piece, bit 1 the upper right, and so on
  /// downwards.
  static let sextantGlyphs: [Glyph] = (0..<64).map { mask in
    switch mask {
    case 0: .space
    // These masks have older characters, which the sextants leave out.
    case 0b010101: glyph(0x258c)
    case 0b101010: glyph(0x2590)
    case 0b111111: glyph(0x2588)
    default: glyph(0x1fb00 + mask - 1 - (mask > 0b010101 ? 1 : 0) - (mask > 0b101010 ? 1 : 0))
    }
  }

  private static func glyph(_ scalar: Int) -> Glyph {
    guard let scalar = Unicode.Scalar(scalar), let glyph = Glyph(Character(scalar)) else {
      preconditionFailure("The block character \(scalar) has no glyph.")
    }
    return glyph
  }
}

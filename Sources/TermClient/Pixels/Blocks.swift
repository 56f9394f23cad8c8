// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The pieces a cell is divided into when pictures are drawn with characters.
enum Blocks: Hashable, Sendable, CaseIterable {
  /// An upper and a lower half: square pixels in any font.
  case halves
  /// Two by three: finer, where the terminal draws Unicode's legacy computing symbols.
  case sextants

  /// Pieces across a cell.
  var across: Int { self == .halves ? 1 : 2 }
  /// Pieces down a cell.
  var down: Int { self == .halves ? 2 : 3 }
}

extension Grid {
  /// Draws a picture with blocks, its top left corner at a cell, all of it or the cells of `damage`.
  ///
  /// What the picture does not cover counts as black. Rows and columns of pixels that fill no cell
  /// are left out, and so is what lies outside the grid.
  ///
  /// - Parameters:
  ///   - pixels: the picture.
  ///   - blocks: what a cell is divided into.
  ///   - column: the picture's first column.
  ///   - row: the picture's first row.
  ///   - damage: the only cells to be drawn, counted in the grid.
  mutating func draw(
    _ pixels: Pixels, with blocks: Blocks, column: Int = 0, row: Int = 0, damage: Area? = nil
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
    pixels.colours.withUnsafeBufferPointer { colours in
      for y in rows {
        for x in columns {
          let corner = (y - row) * blocks.down * pixels.width + (x - column) * blocks.across
          switch blocks {
          case .halves:
            let (upper, lower) = (colours[corner].colour, colours[corner + pixels.width].colour)
            if upper == lower {
              put(.space, column: x, row: y, Style(lower, on: lower))
            } else {
              put(Blocks.upperHalf, column: x, row: y, Style(upper, on: lower))
            }
          case .sextants:
            let split = TwoColours(colours, corner: corner, stride: pixels.width)
            put(
              glyphs[split.mask], column: x, row: y, Style(split.foreground, on: split.background))
          }
        }
      }
    }
  }
}

extension Blocks {
  /// The glyph that fills the upper half of a cell.
  static let upperHalf = glyph(0x2580)

  /// The glyphs of six pieces by their mask: bit 0 the upper left piece, bit 1 the upper right, and
  /// so on downwards.
  static let sextantGlyphs: [Glyph] = (0..<64).map { mask in
    switch mask {
    case 0: .space
    // These three are older than the sextants, which leave them out.
    case 0b010101: glyph(0x258c)
    case 0b101010: glyph(0x2590)
    case 0b111111: glyph(0x2588)
    default: glyph(0x1fb00 + mask - 1 - (mask > 0b010101 ? 1 : 0) - (mask > 0b101010 ? 1 : 0))
    }
  }

  private static func glyph(_ scalar: Int) -> Glyph {
    guard let scalar = Unicode.Scalar(scalar), let glyph = Glyph(Character(scalar)) else {
      preconditionFailure("A terminal shows nothing of the character \(scalar).")
    }
    return glyph
  }
}

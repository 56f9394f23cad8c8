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

/// The cells whose colours may be a little off, because something moves there: fewer different
/// colours are fewer bytes for the terminal.
struct CoarseCells {
  /// Where something moves.
  var areas: [Area]
  /// What lies below; cells that show nothing else but shadows are not touched.
  var background: Pixels
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
  ///   - coarse: the cells to be drawn in five bits a colour; of a picture in the grid's corner.
  mutating func draw(
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

  /// The darker colour is behind, so that felt beside a card is behind in every cell of its edge.
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
  /// The most that a shadow takes from any of the felt's colours: felt in shadow is dark, and in the
  /// few colours of what moves it would fall into blotches.
  private static let shadow: UInt8 = 64

  /// Whether a cell shows anything but the background and shadows on it.
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
  /// The nearest of the colours with five bits for each of red, green and blue.
  fileprivate var coarse: Color {
    let bits = (self.bits & 0xf8f8f8)
    return Color(bits | bits >> 5 & 0x070707)
  }

  fileprivate var brightness: Int { 2 * red + 5 * green + blue }
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

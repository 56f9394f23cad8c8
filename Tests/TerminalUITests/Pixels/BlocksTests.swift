// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Testing

@testable import TerminalUI

@Suite("Pictures in blocks", .timeLimit(.minutes(1)))
struct BlocksTests {
  @Test("The split of a cell is as good as the best of all splits")
  func leastError() {
    var random = SystemRandomNumberGenerator()
    for round in 0..<500 {
      // Some cells are of few colours, as pictures are.
      let depth: UInt8 = round.isMultiple(of: 2) ? 0xff : 0xc0
      let colors = (0..<6).map { _ in
        RGBA(lanes: SIMD4<UInt8>.random(in: 0...255, using: &random) & depth | SIMD4(0, 0, 0, 255))
      }
      let split = colors.withUnsafeBufferPointer { TwoColors($0, corner: 0, stride: 2) }
      let best = (1..<63).map { Self.error(of: colors, mask: $0) }.min() ?? 0
      #expect(abs(Self.error(of: colors, mask: split.mask) - best) < 0.01, "\(colors)")
      let inside = (0..<6).filter { split.mask & 1 << $0 != 0 }.map { Double(colors[$0].lanes.x) }
      guard !inside.isEmpty else { continue }
      let mean = inside.reduce(0, +) / Double(inside.count)
      #expect(abs(Double(split.foreground.red) - mean) <= 0.51)
    }
  }

  private static func error(of colors: [RGBA], mask: Int) -> Double {
    [mask, 63 & ~mask].reduce(0) { sum, part in
      let members = (0..<6).filter { part & 1 << $0 != 0 }.map { SIMD4<Double>(colors[$0].lanes) }
      let mean = members.reduce(.zero, +) / Double(max(members.count, 1))
      return sum + members.reduce(0) { $0 + (($1 - mean) * ($1 - mean)).sum() }
    }
  }

  @Test("A cell of nearly one colour is empty, in its mean")
  func flat() {
    let pixels = Pixels(
      width: 2, height: 3, colors: [10, 11, 12, 12, 12, 12].map { RGBA($0 << 8) })
    var grid = Grid(width: 1, height: 1)
    grid.draw(pixels, with: .sextants)
    #expect(grid[0, 0].glyph == .space)
    #expect(grid[0, 0].style.background == Color(0x000c00))
  }

  @Test(
    "Pieces are in the right place",
    arguments: [
      (0b000001, "\u{1fb00}"), (0b000010, "\u{1fb01}"), (0b010101, "▌"), (0b010110, "\u{1fb14}"),
      (0b001010, "\u{1fb09}"), (0b011111, "\u{1fb1d}"),
    ])
  func sextants(mask: Int, glyph: String) {
    let pixels = Pixels(
      width: 2, height: 3, colors: (0..<6).map { RGBA(mask & 1 << $0 != 0 ? 0xffffff : 0) })
    var grid = Grid(width: 1, height: 1)
    grid.draw(pixels, with: .sextants)
    #expect(grid[0, 0].glyph.text == glyph)
    #expect(grid[0, 0].style == Style(Color(0xffffff), on: Color(0)))
  }

  @Test("Every mask has a glyph of its own, one cell wide")
  func glyphs() {
    #expect(Set(Blocks.sextantGlyphs).count == 64)
    #expect(Blocks.sextantGlyphs.allSatisfy { $0.cells == 1 })
    #expect(Blocks.sextantGlyphs[62].text == "\u{1fb3b}")
  }

  @Test("Halves are two pixels one above the other")
  func halves() {
    let pixels = Pixels(
      width: 2, height: 2, colors: [0x010203, 0x040506, 0x070809, 0x040506].map { RGBA($0) })
    var grid = Grid(width: 2, height: 1)
    grid.draw(pixels, with: .halves)
    #expect(grid[0, 0].glyph.text == "▀")
    #expect(grid[0, 0].style == Style(Color(0x010203), on: Color(0x070809)))
    #expect(grid[1, 0].glyph == .space)
    #expect(grid[1, 0].style.background == Color(0x040506))
  }

  @Test("Only damaged cells are drawn, and none outside the grid", arguments: Blocks.allCases)
  func damage(blocks: Blocks) {
    let pixels = Pixels(
      width: 10 * blocks.across, height: 10 * blocks.down, filledWith: RGBA(0xff0000))
    var grid = Grid(width: 8, height: 8)
    grid.draw(
      pixels, with: blocks, column: -3, row: 2,
      damage: Area(column: 5, row: 0, width: 9, height: 4))
    for row in 0..<8 {
      for column in 0..<8 {
        let isDrawn = (5..<7).contains(column) && (2..<4).contains(row)
        #expect((grid[column, row] != .blank) == isDrawn, "\(column) \(row)")
      }
    }
  }

  @Test("Moving items have few colours, but shadows on felt keep theirs")
  func shadows() {
    let felt = Pixels(width: 8, height: 6, filledWith: RGBA(0x2c7466))
    var pixels = felt
    // A soft shadow on the left, a card on the right.
    pixels.draw(x: 0..<4, y: 0..<6) { x, y in RGBA(0, alpha: Float(x + y) * 0.04) }
    pixels.draw(x: 4..<8, y: 0..<6) { x, _ in RGBA(x < 6 ? 0xa82c34 : 0xdd5a45) }
    for blocks in Blocks.allCases {
      let area = Area(column: 0, row: 0, width: 8, height: 6)
      var (fine, coarse) = (Grid(width: 8, height: 3), Grid(width: 8, height: 3))
      fine.draw(pixels, with: blocks)
      coarse.draw(
        pixels, with: blocks, coarse: CoarseCells(areas: [area], background: felt))
      let (columns, rows) = (8 / blocks.across, 6 / blocks.down)
      for row in 0..<rows {
        for column in 0..<columns {
          #expect((fine[column, row] == coarse[column, row]) == (column < columns / 2))
        }
      }
    }
  }
}

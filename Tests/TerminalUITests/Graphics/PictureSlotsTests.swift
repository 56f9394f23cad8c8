// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalFixtures
import Testing

@testable import TerminalUI

@Suite("Slots and parts of pictures", .timeLimit(.minutes(1)))
struct PictureSlotsTests {
  private static func pictures(_ count: Int) throws -> [CellPicture] {
    let cell = try #require(PixelSize(width: 4, height: 8))
    return try (0..<count).map { _ in
      try #require(
        CellPicture(Pixels(width: 4, height: 8), columns: 1, rows: 1, cell: cell))
    }
  }

  @Test("A full table gives the slot that was not wanted for the longest time")
  func bound() throws {
    let pictures = try Self.pictures(PictureSlots.limit + 2)
    var slots = PictureSlots()
    for picture in pictures.prefix(PictureSlots.limit) {
      slots.beginFrame()
      let slot = slots.take(picture) { _ in false }
      let taken = try #require(slot)
      #expect(taken.wasSent == false)
      slots.send(taken.slot)
    }
    slots.beginFrame()
    // The first is wanted again and the second is on the screen, so the third has to go.
    let first = slots.wanted(pictures[0].id)
    #expect(first == 0)
    let slot = slots.take(pictures[PictureSlots.limit]) { $0 == 1 }
    let taken = try #require(slot)
    #expect(taken == (2, true))
    let (third, second) = (slots.wanted(pictures[2].id), slots.wanted(pictures[1].id))
    #expect(third == nil && second == 1)
    #expect(!slots.isSent(2) && slots.picture(in: 2) == pictures[PictureSlots.limit])
    let none = slots.take(pictures[PictureSlots.limit + 1]) { _ in true }
    #expect(none == nil)
  }

  @Test("After a loss no picture is there, but all keep their slots")
  func loss() throws {
    let picture = try Self.pictures(1)[0]
    var slots = PictureSlots()
    let slot = slots.take(picture) { _ in false }
    let taken = try #require(slot)
    slots.send(taken.slot)
    #expect(slots.isSent(taken.slot))
    slots.loseAll()
    #expect(!slots.isSent(taken.slot))
    let kept = slots.wanted(picture.id)
    #expect(kept == taken.slot)
  }

  @Test("Pictures have as many cells as a glyph can tell")
  func sizes() throws {
    let cell = try #require(PixelSize(width: 4, height: 8))
    #expect(CellPicture(Pixels(width: 0, height: 8), columns: 0, rows: 1, cell: cell) == nil)
    let wide = CellPicture.limit + 1
    let pixels = Pixels(width: wide * 4, height: 8)
    #expect(CellPicture(pixels, columns: wide, rows: 1, cell: cell) == nil)
    let piece = Glyph.Piece(slot: 63, x: 2559, y: 5119)
    #expect(Glyph(piece).piece == piece && Glyph(piece).cells == 1 && Glyph(piece).text == " ")
    #expect(Glyph("a").flatMap(\.piece) == nil && Glyph.space.piece == nil)
  }

  @Test("Parts cover exactly the pieces, in few rectangles")
  func parts() throws {
    let cell = try #require(PixelSize(width: 4, height: 8))
    // Two cards of the same picture beside each other, the second with a hole.
    func piece(_ column: Int, _ row: Int) -> Glyph.Piece? {
      guard row < 3, column < 8, !(column == 5 && row == 1) else { return nil }
      // It lies a pixel beside the cells.
      return Glyph.Piece(slot: 3, x: column % 4 * 4 + 1, y: row * 8 + 3)
    }
    let parts = PicturePart.parts(width: 9, height: 4, cell: cell) { piece($0 % 9, $0 / 9) }
    #expect(parts.count == 5)
    var covered: [Int: Int] = [:]
    for part in parts {
      for row in 0..<part.rows {
        for column in 0..<part.columns {
          covered[(part.row + row) * 9 + part.column + column, default: 0] += 1
          let found = piece(part.column + column, part.row + row)
          #expect(found?.x == part.x + column * 4 && found?.y == part.y + row * 8)
        }
      }
    }
    #expect(covered.count == 23 && covered.values.allSatisfy { $0 == 1 })
    #expect(parts.contains { $0.columns == 4 && $0.rows == 3 })
    #expect(PicturePart.parts(width: 0, height: 0, cell: cell) { _ in nil }.isEmpty)
  }
}

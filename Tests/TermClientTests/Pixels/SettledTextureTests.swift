// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Textures in few colours", .timeLimit(.minutes(1)))
struct SettledTextureTests {
  private static let flat = PictureColors.standard.flat

  private static func card(_ colors: PictureColors, width: Float = 7) -> CardArt {
    CardArt(width: width, for: .sextants, cellHeight: 2.125, colors)
  }

  private static func seen(_ texture: Texture) -> Set<RGBA> {
    Set(texture.pixels.colors.filter { $0.alpha > 0 })
  }

  @Test("Backs have the colours of their parts, and no mixtures", arguments: [5, 7, 12.5, 20])
  func backs(width: Float) {
    let colors = Self.flat
    let parts: Set = [colors.backRim, colors.backPanel, colors.backPattern]
    let seen = Self.seen(Self.card(colors, width: width).back())
    #expect(seen == Set(parts.map { RGBA($0) }))
    #expect(!Self.seen(Self.card(.standard, width: width).back()).isSubset(of: seen))
  }

  @Test(
    "A card in mid-turn has the colours of its texture, and no mixtures", arguments: [20, 60, 85])
  func turning(angle: Float) {
    let texture = Self.card(Self.flat).back()
    let pose = Pose(x: 8, y: 8, turn: angle, spin: 10, lift: 0.4)
    func colors(_ draw: (inout Canvas) -> Void) -> Set<RGBA> {
      var canvas = Canvas(columns: 16, rows: 8, blocks: .sextants)
      draw(&canvas)
      return Set(canvas.pixels.colors.filter { $0.alpha > 0 })
    }
    let own = colors { $0.drawUnmixed(texture, pose) }
    #expect(!own.isEmpty && own.isSubset(of: Self.seen(texture)))
    #expect(!colors { $0.draw(texture, pose) }.isSubset(of: Self.seen(texture)))
  }

  @Test("A card with a gap in its third row has its bonus as a gauge in the last column")
  func low() {
    let colors = Self.flat
    // 6 cells by 5 of 6 lines of half-blocks, each in some pixels, within a margin of one.
    let card = CardArt(width: 6, height: 5, for: .halves, cellHeight: 2, colors)
    for (pie, filled) in [(1.0, 3), (0.5, 2), (0.3, 1), (0, 0)] {
      let pixels = card.face(nil, pie: pie).pixels
      let each = (pixels.width - 2) / 6
      for column in 0..<6 {
        for line in 0..<5 {
          let (x, y) = (1 + column * each + each / 2, 1 + line * each + each / 2)
          let edge = line / 2 >= 3 - filled ? colors.pie : colors.faceRim
          let color = column == 0 ? colors.faceRim : column == 5 ? edge : colors.face
          #expect(pixels[x, y] == RGBA(color), "\(column), \(line)")
        }
      }
    }
  }

  @Test("A bonus along a face's edge has hard ends, and squares of pixels one colour")
  func faces() {
    let colors = Self.flat
    let face = Self.card(colors).face(nil, pie: 0.3)
    #expect(Self.seen(face) == Set([colors.face, colors.faceRim, colors.pie].map { RGBA($0) }))
    let pixels = face.pixels
    for y in stride(from: 1, to: pixels.height - 2, by: 2) {
      for x in stride(from: 1, to: pixels.width - 2, by: 2) {
        let square = [pixels[x, y], pixels[x + 1, y], pixels[x, y + 1], pixels[x + 1, y + 1]]
        #expect(Set(square).count == 1, "\(x), \(y)")
      }
    }
  }

  @Test("Edges of a face's picture are hard, and pale ones have a line of whole squares")
  func edges() {
    var pixels = Pixels(width: 12, height: 6)
    func fill(_ square: Int, _ color: RGBA) {
      pixels.draw(x: (1 + 2 * square)..<(3 + 2 * square), y: 3..<5) { _, _ in color }
    }
    fill(0, RGBA(0xff0000, alpha: 0.4))
    fill(1, RGBA(0xff0000, alpha: 0.6))
    fill(4, RGBA(0xffffff))
    pixels.settleSquares(of: 2, outline: RGBA(0x000000))
    func square(_ column: Int, _ row: Int) -> Set<RGBA> {
      Set((0..<4).map { pixels[1 + 2 * column + $0 % 2, 1 + 2 * row + $0 / 2] })
    }
    #expect(
      square(0, 1) == [.clear] && square(1, 1) == [RGBA(0xff0000)] && square(1, 0) == [.clear])
    #expect(square(4, 1) == [RGBA(0xffffff)])
    let line = square(3, 1)
    #expect(line.count == 1 && line == square(4, 0) && line.allSatisfy { $0.alpha > 50 })
  }

  @Test("Colours that are no mixture of plain ones stay")
  func other() {
    var canvas = Canvas(
      textureOf: 10, 10, across: 2, down: 2)
    canvas.fill(RoundedBox(x: 5, y: 5, width: 20, height: 20, radius: 0), RGBA(0xffffff))
    canvas.pixels[1, 1] = RGBA(0x00ff00)
    canvas.pixels[2, 1] = RGBA(0x00ff00)
    canvas.pixels[1, 2] = RGBA(0x00ff00)
    canvas.settle(pixels: 2)
    #expect(canvas.pixels[2, 2] == RGBA(0x00ff00) && canvas.pixels[3, 3] == RGBA(0xffffff))
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Shapes with smooth edges", .timeLimit(.minutes(1)))
struct CanvasShapesTests {
  private static func canvas(_ paint: (inout Canvas) -> Void) -> Pixels {
    var canvas = Canvas(columns: 40, rows: 20, blocks: .halves)
    paint(&canvas)
    return canvas.pixels
  }

  private static func area(_ pixels: Pixels) -> Float {
    pixels.colors.reduce(0) { $0 + Float($1.alpha) / 255 }
  }

  @Test("An upright stroke has square ends at a square distance, a slanted one round ends")
  func strokes() {
    let strokes = Stroke.lines([[(0, 0), (4, 0)], [(0, 0), (3, 4)]])
    #expect(strokes[0].distance(to: SIMD2(7, 4)) == 5)
    #expect(strokes[0].squareDistance(to: SIMD2(7, 4)) == 4)
    #expect(strokes[0].squareDistance(to: SIMD2(2, -1)) == 1)
    #expect(strokes[1].squareDistance(to: SIMD2(6, 8)) == 5)
  }

  @Test("A pie of quarters fills them clockwise from 12 o'clock", arguments: 0...4)
  func quarters(count: Int) {
    let pixels = Self.canvas {
      $0.fillArc(x: 20, y: 20, radii: 0...10, share: Float(count) / 4, RGBA(0xffffff))
    }
    let quarters = [(24, 15), (24, 24), (15, 24), (15, 15)]
    for (index, place) in quarters.enumerated() {
      #expect(pixels[place.0, place.1].alpha == (index < count ? 255 : 0), "\(place)")
    }
  }

  @Test(
    "A pie's area is its share of the disc", arguments: [0.1, 0.3, 0.5, 0.62, 0.9, 1] as [Float])
  func area(share: Float) {
    let pixels = Self.canvas {
      $0.fillArc(x: 20, y: 20, radii: 0...15, share: share, RGBA(0xffffff))
    }
    #expect(abs(Self.area(pixels) - share * 225 * .pi) < 12)
  }

  @Test("A ring has a hole")
  func ring() {
    let pixels = Self.canvas {
      $0.fillArc(x: 20, y: 20, radii: 8...12, share: 1, RGBA(0xffffff))
    }
    #expect(pixels[20, 20].alpha == 0)
    #expect(pixels[30, 20].alpha == 255)
    // Of whole pixels, so within a twentieth.
    #expect(abs(Self.area(pixels) - 80 * .pi) < 4 * .pi)
  }

  @Test("A ring, and a part of one, is of whole blocks", arguments: Blocks.allCases)
  func wholePixels(blocks: Blocks) {
    for share in [0.3, 0.77, 1] as [Float] {
      var canvas = Canvas(columns: 16, rows: 8, blocks: blocks, cellHeight: 2.375)
      canvas.fillArc(x: 7, y: 8.3, radii: 3.1...4.6, share: share, RGBA(0xffffff))
      #expect(Set(canvas.pixels.colors.map { $0.alpha }) == [0, 255])
    }
  }

  @Test("In real pixels a ring has smooth edges", arguments: [0.3, 0.77, 1] as [Float])
  func smoothRing(share: Float) throws {
    let cell = try #require(PixelSize(width: 8, height: 16))
    var canvas = Canvas(columns: 40, rows: 20, on: CellRaster(cell), cellHeight: 2)
    canvas.fillArc(x: 20, y: 20, radii: 8...12, share: share, RGBA(0xffffff))
    let area = Self.area(canvas.pixels) / 64
    #expect(abs(area - share * 80 * .pi) < 0.5)
    #expect(canvas.pixels.colors.contains { (1..<255).contains($0.alpha) })
  }

  @Test("A rounded rectangle has sharp sides, soft corners and the right area")
  func box() {
    let pixels = Self.canvas {
      $0.fill(RoundedBox(x: 20, y: 20, width: 20, height: 30, radius: 4), RGBA(0xffffff))
    }
    #expect(pixels[10, 20].alpha == 255 && pixels[9, 20].alpha == 0)
    #expect(pixels[10, 5].alpha == 0)
    #expect(pixels.colors.contains { (1..<255).contains($0.alpha) })
    #expect(abs(Self.area(pixels) - (600 - 16 * (4 - .pi))) < 2)
  }

  @Test(
    "A shadow is dark beside the card, gone far away, and reaches further when the card is lifted")
  func shadow() {
    func shadow(_ lift: Float) -> Pixels {
      Self.canvas {
        $0.drawShadow(width: 10, height: 15, radius: 1, Pose(x: 20, y: 20, lift: lift))
      }
    }
    func reach(_ pixels: Pixels) -> Int { (0..<40).last { pixels[20, $0].alpha > 8 } ?? 0 }
    let (flat, lifted) = (shadow(0), shadow(1))
    // At the card's edge, because the area hidden by the card is not shaded.
    #expect(flat[24, 26].alpha > 80 && flat[20, 20].alpha == 0)
    #expect(flat[2, 2].alpha == 0)
    #expect(reach(lifted) > reach(flat))
  }

  @Test("The felt is lighter in the middle than in the corners")
  func felt() {
    let pixels = Self.canvas { $0.fillFelt(lit: RGBA(0x2f7468), dark: RGBA(0x0f353b)) }
    #expect(pixels[19, 16].lanes.y > pixels[0, 39].lanes.y &+ 30)
    #expect(pixels.colors.allSatisfy { $0.alpha == 255 })
  }

  @Test(
    "A score's characters stand close, whatever their width", arguments: [13, 111, -1, -40, 808])
  func spacing(score: Int) {
    let texture = ScoreArt(height: 12, for: .sextants).texture(score)
    // Columns of its own colour; the dark edge around it has none.
    let columns = (0..<texture.pixels.width).map { x in
      (0..<texture.pixels.height).contains { y in
        let lanes = texture.pixels[x, y].lanes
        return max(lanes.x, lanes.y) > 100
      }
    }
    let seen = columns.indices.filter { columns[$0] }
    let gaps = zip(seen, seen.dropFirst()).map { $1 - $0 - 1 }.filter { $0 > 0 }
    // Twelve units are 48 columns high: a gap is a tenth to a fifth of a digit's height.
    #expect(gaps.count == Wording.signed(score).count - 1)
    #expect(gaps.allSatisfy { (3...10).contains($0) }, "\(gaps)")
  }

  @Test("Scores differ in every digit, and in their sign's colour")
  func scores() {
    let art = ScoreArt(height: 8, for: .sextants)
    #expect(Set((0...9).map { art.texture($0).pixels }).count == 10)
    func sum(_ score: Int) -> SIMD4<Float> {
      art.texture(score).pixels.colors.reduce(.zero) { $0 + $1.floats }
    }
    #expect(sum(8).y > sum(8).x)
    #expect(sum(-8).x > sum(-8).y)
  }
}

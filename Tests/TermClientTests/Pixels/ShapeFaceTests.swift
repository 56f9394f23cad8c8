// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Shapes", .timeLimit(.minutes(1)))
struct ShapeFaceTests {
  private static let shapes = ShapeFace.Outline.allCases.flatMap { outline in
    ShapeFace.Filling.allCases.compactMap { filling in
      ShapeFace(named: "\(filling.rawValue) \(outline.rawValue)")
    }
  }

  @Test("An outline fits into its circle and has its middle inside or its name's hole there")
  func outlines() {
    for outline in ShapeFace.Outline.allCases {
      for x in stride(from: Float(-1.6), through: 1.6, by: 0.05) {
        for y in stride(from: Float(-1.6), through: 1.6, by: 0.05) where x * x + y * y > 1.44 {
          #expect(outline.distance(to: SIMD2(x, y)) > 0, "\(outline)")
        }
      }
      #expect(outline.distance(to: SIMD2(-0.3, 0.1)) < 0, "\(outline)")
    }
  }

  @Test("No two look alike without their colours, on the smallest card without letters")
  func different() {
    let card = CardArt(width: 9, for: .sextants)
    var seen: [[Int]] = []
    for shape in Self.shapes {
      let texture = card.face(.shape(shape))
      // Whether each pixel is ink or paper.
      seen.append(texture.pixels.colors.map { $0.lanes.y < 160 ? 1 : 0 })
    }
    for (index, one) in seen.enumerated() {
      for (other, another) in seen.enumerated().dropFirst(index + 1) {
        let difference = zip(one, another).count { $0 != $1 }
        #expect(difference > 12, "\(Self.shapes[index]) and \(Self.shapes[other])")
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchUI

@Suite("Names of shapes", .timeLimit(.minutes(1)))
struct ShapeFaceTests {
  @Test("A filling and an outline are parsed, and any other text is rejected")
  func names() {
    let shapes = ShapeFace.Outline.allCases.flatMap { outline in
      ShapeFace.Filling.allCases.compactMap { filling in
        ShapeFace(named: "\(filling.rawValue) \(outline.rawValue)")
      }
    }
    #expect(shapes.count == 32 && Set(shapes).count == 32)
    for name in ["", "star", "solid", "solid  star x", "red star", "solid fox", "star solid"] {
      #expect(ShapeFace(named: name) == nil)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchFixtures
import Testing

@testable import TerminalUI

@Suite("Numbered colours", .timeLimit(.minutes(1)))
struct ColorIndexTests {
  @Test("Each of the 240 fixed colours is its own nearest, asked twice")
  func palette() {
    var index = ColorIndex.palette
    let levels = [0, 95, 135, 175, 215, 255]
    for _ in 0..<2 {
      for number in 16..<232 {
        let (r, g, b) = (
          levels[(number - 16) / 36], levels[(number - 16) / 6 % 6], levels[(number - 16) % 6]
        )
        #expect(index.nearest(to: Color(UInt32(r << 16 | g << 8 | b))) == number)
      }
      for number in 232..<256 {
        let grey = UInt32(8 + 10 * (number - 232))
        #expect(index.nearest(to: Color(grey << 16 | grey << 8 | grey)) == number)
      }
    }
  }

  @Test(
    "Of sixteen colours the perceptually nearest is chosen, for backgrounds of the first eight",
    arguments: [
      (0x000000, 0, 0), (0xffffff, 15, 7), (0xf4efe1, 7, 7), (0xff2020, 9, 1), (0x123528, 8, 0),
      (0xffd84a, 3, 3), (0x2020f0, 4, 4), (0x1f3a68, 4, 4),
    ] as [(UInt32, Int, Int)])
  func sixteen(rgb: UInt32, front: Int, back: Int) {
    var (sixteen, eight) = (ColorIndex.sixteen, ColorIndex.eight)
    #expect(sixteen.nearest(to: Color(rgb)) == front)
    #expect(eight.nearest(to: Color(rgb)) == back)
  }

  @Test("The cache returns what the search found", arguments: 1...4 as ClosedRange<UInt64>)
  func memory(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let colors = (0..<300).map { _ in Color(UInt32(truncatingIfNeeded: random.next())) }
    var index = ColorIndex.palette
    let found = colors.map { index.nearest(to: $0) }
    let again = colors.reversed().map { index.nearest(to: $0) }
    #expect(again == found.reversed())
  }

  @Test("Grey is grey, light is light")
  func okLab() {
    #expect(abs(OKLab(Color(0xffffff)).lightness - 1) < 0.001)
    #expect(OKLab(Color(0x000000)).lightness < 0.001)
    #expect(abs(OKLab(Color(0x777777)).a) < 0.001 && abs(OKLab(Color(0x777777)).b) < 0.001)
    // The author's own example: the primary colours of a screen.
    let red = OKLab(Color(0xff0000))
    #expect(abs(red.lightness - 0.628) < 0.001 && abs(red.a - 0.225) < 0.001)
    #expect(abs(red.b - 0.126) < 0.001)
  }
}

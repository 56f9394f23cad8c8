// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TermClient

@Suite("Colour", .timeLimit(.minutes(1)))
struct ColourTests {
  @Test(
    "The environment says how many colours there are",
    arguments: [
      ([:], .palette), (["COLORTERM": "truecolor"], .full), (["COLORTERM": "24bit"], .full),
      (["COLORTERM": "yes"], .palette), (["NO_COLOR": "", "COLORTERM": "24bit"], .full),
      (["NO_COLOR": "0", "COLORTERM": "24bit"], .mono), (["NO_COLOR": "yes"], .mono),
    ] as [([String: String], ColourDepth)])
  func depth(environment: [String: String], depth: ColourDepth) {
    #expect(ColourDepth { environment[$0] } == depth)
  }

  @Test("Each of the 240 fixed colours is its own nearest")
  func palette() {
    let levels = [0, 95, 135, 175, 215, 255]
    for index in 16..<232 {
      let (r, g, b) = (
        levels[(index - 16) / 36], levels[(index - 16) / 6 % 6], levels[(index - 16) % 6]
      )
      #expect(Colour(UInt32(r << 16 | g << 8 | b)).paletteIndex == index)
    }
    for index in 232..<256 {
      let grey = UInt32(8 + 10 * (index - 232))
      #expect(Colour(grey << 16 | grey << 8 | grey).paletteIndex == index)
    }
  }

  @Test("A style keeps colours and attributes apart")
  func style() {
    let all: Style.Attributes = [.bold, .underline, .reverse]
    let style = Style(Colour(0xffffff), on: Colour(0x010203), all)
    #expect(style.foreground == Colour(0xffffff) && style.background == Colour(0x010203))
    #expect(style.attributes == all)
    #expect(Style().foreground.isStandard && Style().attributes.isEmpty)
    #expect(MemoryLayout<Cell>.stride == 16)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TermClient

@Suite("Colour", .timeLimit(.minutes(1)))
struct ColourTests {
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

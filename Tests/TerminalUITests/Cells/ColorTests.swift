// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TerminalUI

@Suite("Color", .timeLimit(.minutes(1)))
struct ColorTests {
  @Test("A style keeps colours and attributes apart")
  func style() {
    let all: Style.Attributes = [.bold, .underline, .reverse]
    let style = Style(Color(0xffffff), on: Color(0x010203), all)
    #expect(style.foreground == Color(0xffffff) && style.background == Color(0x010203))
    #expect(style.attributes == all)
    #expect(Style().foreground.isStandard && Style().attributes.isEmpty)
    #expect(MemoryLayout<Cell>.stride == 16)
  }
}

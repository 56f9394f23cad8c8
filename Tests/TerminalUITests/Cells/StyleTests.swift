// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI
import Testing

@Suite("Style", .timeLimit(.minutes(1)))
struct StyleTests {
  @Test("Its colour fades into the background, if both are known")
  func fading() {
    let style = Style(Color(0xff_ffff), on: .standard, .bold)
    let ground = Color(0x00_0000)
    #expect(style.fading(1, into: ground).foreground == Color(0xff_ffff))
    #expect(style.fading(0.5, into: ground).foreground == Color(0x80_8080))
    #expect(style.fading(0, into: ground).foreground == ground)
    #expect(style.fading(0.5, into: ground).attributes == .bold)
    #expect(style.fading(0.5, into: .standard) == style)
    #expect(Style().fading(0.5, into: ground) == Style())
  }
}

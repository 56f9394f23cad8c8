// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TermClient

@Suite("How many colours", .timeLimit(.minutes(1)))
struct ColourDepthTests {
  @Test(
    "The environment says how many colours there are",
    arguments: [
      ([:], .palette), (["COLORTERM": "truecolor"], .full), (["COLORTERM": "24bit"], .full),
      (["COLORTERM": "yes"], .palette), (["NO_COLOR": "", "COLORTERM": "24bit"], .full),
      (["NO_COLOR": "0", "COLORTERM": "24bit"], .mono), (["NO_COLOR": "yes"], .mono),
      (["TERM": "xterm-256color"], .palette), (["TERM": "xterm-kitty"], .full),
      (["TERM": "xterm-direct"], .full), (["TERM": "alacritty"], .full),
      (["TERM": "screen"], .sixteen), (["TERM": "screen", "TMUX": "/tmp/x,1,0"], .full),
      (["TERM": "linux"], .sixteen), (["TERM": "linux", "COLORTERM": "truecolor"], .full),
      (["TERM": "vt220"], .mono), (["TERM": "vte-256color"], .palette),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .palette),
      (["TERM": "xterm-256color", "VTE_VERSION": "5202"], .full),
    ] as [([String: String], ColourDepth)])
  func environments(environment: [String: String], depth: ColourDepth) {
    #expect(ColourDepth { environment[$0] } == depth)
  }

  @Test(
    "What the terminal answers counts where the environment says nothing, and NO_COLOR before it")
  func answers() {
    var terminal = TerminalCapabilities()
    terminal.note(.capability("RGB", isThere: true))
    #expect(ColourDepth(terminal) { ["TERM": "xterm-256color"][$0] } == .full)
    #expect(ColourDepth(terminal) { ["NO_COLOR": "1"][$0] } == .mono)
    var named = TerminalCapabilities()
    named.note(.name("foot(1.13.1)"))
    #expect(ColourDepth(named) { _ in nil } == .full)
    var denied = TerminalCapabilities()
    denied.note(.capability("RGB", isThere: false))
    #expect(ColourDepth(denied) { _ in nil } == .palette)
  }
}

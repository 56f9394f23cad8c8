// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI
import Testing

@testable import TermClient

@Suite("Colour depth", .timeLimit(.minutes(1)))
struct ColorDepthTests {
  @Test(
    "The environment determines the colour depth",
    arguments: [
      ([:], .palette), (["COLORTERM": "truecolor"], .full), (["COLORTERM": "24bit"], .full),
      (["COLORTERM": "yes"], .palette), (["NO_COLOR": "", "COLORTERM": "24bit"], .full),
      (["NO_COLOR": "0", "COLORTERM": "24bit"], .mono), (["NO_COLOR": "yes"], .mono),
      (["TERM": "xterm-256color"], .palette), (["TERM": "xterm-kitty"], .full),
      (["TERM": "xterm-direct"], .full), (["TERM": "alacritty"], .full),
      (["TERM": "screen"], .sixteen), (["TERM": "screen", "TMUX": "/tmp/x,1,0"], .palette),
      (["TERM": "linux"], .sixteen), (["TERM": "linux", "COLORTERM": "truecolor"], .full),
      (["TERM": "vt220"], .mono), (["TERM": "vte-256color"], .palette),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .palette),
      (["TERM": "xterm-256color", "VTE_VERSION": "5202"], .full),
    ] as [([String: String], ColorDepth)])
  func environments(environment: [String: String], depth: ColorDepth) {
    #expect(ColorDepth { environment[$0] } == depth)
  }

  @Test(
    "What the terminal answers counts where the environment says nothing, and NO_COLOR before it")
  func answers() {
    var terminal = TerminalCapabilities()
    terminal.note(.capability("RGB", isThere: true))
    #expect(ColorDepth(terminal) { ["TERM": "xterm-256color"][$0] } == .full)
    #expect(ColorDepth(terminal) { ["NO_COLOR": "1"][$0] } == .mono)
    var kept = TerminalCapabilities()
    #expect(kept.note(.trueColor(false)) == false && kept.note(.trueColor(true)) == true)
    #expect(kept.note(.trueColor(false)) == false)
    #expect(ColorDepth(kept) { ["TERM": "xterm"][$0] } == .full)
    var named = TerminalCapabilities()
    named.note(.name("foot(1.13.1)"))
    #expect(ColorDepth(named) { _ in nil } == .full)
    var denied = TerminalCapabilities()
    denied.note(.capability("RGB", isThere: false))
    #expect(ColorDepth(denied) { _ in nil } == .palette)
  }

  @Test(
    "Inside a multiplexer the outer terminal's colours do not count",
    arguments: [
      (["TMUX": "/tmp/x,1,0", "TERM": "screen", "COLORTERM": "truecolor"], .palette),
      (["TMUX": "/tmp/x,1,0", "TERM": "tmux-256color", "VTE_VERSION": "7006"], .palette),
      (["TERM": "tmux-256color", "COLORTERM": "24bit"], .palette),
      (["STY": "1.pts", "TERM": "screen-256color", "COLORTERM": "truecolor"], .palette),
      (["STY": "1.pts", "TERM": "screen", "COLORTERM": "truecolor"], .sixteen),
      (["TMUX": "/tmp/x,1,0", "TERM": "tmux-direct"], .full),
      (["TMUX": "/tmp/x,1,0", "TERM": "tmux-256color", "NO_COLOR": "1"], .mono),
    ] as [([String: String], ColorDepth)])
  func multiplexers(environment: [String: String], depth: ColorDepth) {
    #expect(ColorDepth { environment[$0] } == depth)
    // What the terminal reports counts, unless the user wants no colours.
    var asked = TerminalCapabilities()
    asked.note(.name("tmux 3.6"))
    asked.note(.capability("RGB", isThere: true))
    #expect(ColorDepth(asked) { environment[$0] } == (depth == .mono ? .mono : .full))
  }

  @Test("A multiplexer that identifies itself is one, whatever the environment says")
  func namedMultiplexer() {
    var terminal = TerminalCapabilities()
    terminal.note(.name("tmux 3.3a"))
    let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    #expect(ColorDepth(terminal) { environment[$0] } == .palette)
    var wish = Preferences.standard
    wish.colors = .full
    #expect(RenderStyle(wish, environment: { environment[$0] }, terminal: terminal).depth == .full)
  }
}

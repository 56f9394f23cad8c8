// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Terminal capabilities", .timeLimit(.minutes(1)))
struct TerminalCapabilitiesTests {
  private let window = WindowSize(columns: 80, rows: 24)

  @Test("Answers accumulate, and only changes are reported")
  func answers() {
    var terminal = TerminalCapabilities()
    let news: [TerminalReport] = [
      .mode(2026, isUsable: true), .mode(2048, isUsable: true), .keyboardProtocol,
      .name("kitty(0.35.1)"), .capability("RGB", isThere: true), .background(Color(0xffffff)),
      .cursor(column: 2, row: 0), .cursor(column: 2, row: 0), .status, .attributes(hasSixel: true),
      .kittyGraphics, .colorRegisters(256),
    ]
    for report in news { #expect(terminal.note(report) == true, "\(report)") }
    #expect(terminal.hasSynchronizedOutput && terminal.hasInBandResize && terminal.hasTrueColor)
    #expect(terminal.hasKeyboardProtocol && terminal.acknowledges && terminal.isComplete)
    #expect(terminal.pictureCells == [2, 2])
    #expect(terminal.hasSixel && terminal.hasKittyGraphics && terminal.colorRegisters == 256)
    #expect(terminal.background == Color(0xffffff))
    for report in news + [.focus(true), .mode(2027, isUsable: true), .cursor(column: 9, row: 9)] {
      #expect(terminal.note(report) == false, "\(report)")
    }
  }

  @Test("An unsupported mode is not used")
  func refused() {
    var terminal = TerminalCapabilities()
    #expect(terminal.note(.mode(2026, isUsable: false)) == false)
    #expect(terminal.note(.capability("RGB", isThere: false)) == false)
    #expect(!terminal.hasSynchronizedOutput && !terminal.hasTrueColor)
  }

  @Test("A cell's height follows the terminal's report, within bounds")
  func cellHeight() {
    var terminal = TerminalCapabilities()
    #expect(terminal.cellHeight(in: window) == nil)
    terminal.window = PixelSize(width: 800, height: 24 * 22)
    #expect(terminal.cellHeight(in: window) == 2.2)
    terminal.cell = PixelSize(width: 10, height: 18)
    #expect(terminal.cellHeight(in: window) == 1.8)
    terminal.cell = PixelSize(width: 1, height: 65_535)
    #expect(terminal.cellHeight(in: window) == 3)
    terminal.cell = PixelSize(width: 65_535, height: 1)
    #expect(terminal.cellHeight(in: window) == 1.5)
    #expect(PixelSize(width: 0, height: 1) == nil && PixelSize(width: 1, height: -1) == nil)
  }

  @Test(
    "The terminal's name takes precedence over the environment",
    arguments: [
      ("kitty(0.26.5)", [:], .kitty), ("WezTerm 20240203", [:], .wezTerm),
      ("ghostty 1.1.3", [:], .ghostty), ("VTE(7006)", [:], .vte), ("VTE(6003)", [:], .oldVTE),
      ("XTerm(379)", ["KITTY_WINDOW_ID": "1"], .other), (nil, ["KITTY_WINDOW_ID": "1"], .kitty),
      ("tmux 3.3a", ["TERM": "tmux-256color"], .other),
      ("tmux 3.3a", ["TERM": "tmux-256color", "VTE_VERSION": "7006"], .vte),
      (nil, ["VTE_VERSION": "6200"], .vte), (nil, ["VTE_VERSION": "x"], .oldVTE),
      (nil, ["TERM": "linux"], .console), (nil, ["TERM": "foot"], .foot),
      (nil, ["TERM_PROGRAM": "Apple_Terminal"], .appleTerminal), (nil, [:], .other),
      (nil, ["WT_SESSION": "x"], .windowsTerminal), (nil, ["TERM": "alacritty"], .alacritty),
    ] as [(String?, [String: String], TerminalKind)])
  func kinds(name: String?, environment: [String: String], kind: TerminalKind) {
    #expect(TerminalKind(name: name) { environment[$0] } == kind)
  }

  @Test("The drawing style is the finest safe one, or the user's choice")
  func drawing() {
    #expect(Drawing(.full, .kitty) == .sextants && Drawing(.palette, .vte) == .sextants)
    #expect(Drawing(.full, .alacritty) == .halves && Drawing(.full, .other) == .halves)
    #expect(Drawing(.mono, .kitty) == .characters && Drawing(.sixteen, .kitty) == .characters)
    #expect(Drawing(.full, .console) == .characters)
    var wish = Preferences.standard
    wish.drawing = .halves
    wish.colors = .full
    #expect(RenderStyle(wish) { ["TERM": "xterm-kitty"][$0] }.drawing == .halves)
  }

  @Test("Emoji are used only if the terminal makes them two cells wide")
  func pictures() {
    func pictures(_ cells: [Int], _ environment: [String: String] = [:]) -> Pictures {
      var terminal = TerminalCapabilities()
      for column in cells { terminal.note(.cursor(column: column, row: 0)) }
      return Pictures(terminal) { environment[$0] }
    }
    #expect(pictures([2, 2]) == .all && pictures([2, 1]) == .old && pictures([]) == .old)
    #expect(pictures([1, 1]) == .none && pictures([2, 2], ["TERM": "linux"]) == .none)
  }

  @Test("A terminal gets only queries it can handle")
  func probe() {
    func questions(_ environment: [String: String]) -> String {
      String(decoding: TerminalProbe.bytes { environment[$0] }, as: UTF8.self)
    }
    let all = questions([:])
    #expect(all.contains("\u{1b}[?2026$p") && all.contains("\u{1b}[6n"))
    for environment in [[:], ["TERM": "linux"], ["TERM_PROGRAM": "Apple_Terminal"]] {
      #expect(questions(environment).hasSuffix("\u{1b}[5n\u{1b}[c"))
    }
    #expect(!questions(["TERM_PROGRAM": "Apple_Terminal"]).contains("$p"))
    #expect(questions(["TERM": "linux"]) == "\u{1b}[5n\u{1b}[c")
    #expect(TerminalProbe.deadline { _ in nil } == .milliseconds(150))
    #expect(TerminalProbe.deadline { ["SSH_TTY": "/dev/pts/3"][$0] } == .seconds(1))
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Frames as text", .timeLimit(.minutes(1)))
struct FrameTextTests {
  private var grid: Grid {
    var grid = Grid(width: 30, height: 4, style: Style(Color(0x102030), on: Color(0x405060)))
    grid.put("Ana 🐸 ▀▄", column: 1, row: 0, Style(Color(0xffffff), on: Color(1), .bold))
    grid.put("plain", column: 0, row: 2, Style())
    return grid
  }

  #if canImport(CVTerm)
  @Test("A terminal that receives the lines shows the frame", arguments: [grid(0), grid(1)])
  func emulatorShowsLines(_ grid: Grid) {
    let oracle = Oracle(width: grid.width, height: grid.height)
    let lines = FrameText.ansi(grid, depth: .full).split(separator: "\n")
    #expect(lines.count == grid.height)
    oracle.feed(Array(lines.joined(separator: "\r\n").utf8))
    #expect(oracle.grid == grid)
  }

  private static func grid(_ index: Int) -> Grid {
    if index == 0 { return FrameTextTests().grid }
    let demo = Demo.all[0]
    return FrameCommand.grid(
      demo.makeTimeline(), at: .milliseconds(600), RenderStyle(depth: .full),
      WindowSize(columns: 60, rows: 20))
  }
  #endif

  @Test("Plain text has the characters only, and no trailing spaces")
  func text() {
    #expect(FrameText.plain(grid) == " Ana 🐸 ▀▄\n\nplain\n\n")
  }

  @Test("Without colours no colour codes are used")
  func mono() {
    let text = FrameText.ansi(grid, depth: .mono)
    #expect(!text.contains("38;") && !text.contains("48;") && text.contains("\u{1b}[0;1m"))
    #expect(FrameText.ansi(grid, depth: .palette).contains("48;5;"))
  }
}

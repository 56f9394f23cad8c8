// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Testing

@testable import TerminalUI

@Suite("How a terminal shows pictures", .timeLimit(.minutes(1)))
struct TerminalGraphicsTests {
  private let cell = PixelSize(width: 8, height: 16)

  @Test("Cells and colours that do not suit get no pictures")
  func suiting() {
    var terminal = TerminalCapabilities()
    #expect(TerminalGraphics(terminal) == nil)
    terminal.note(.kittyGraphics)
    #expect(TerminalGraphics(terminal) == nil, "A cell's size is unknown.")
    terminal.cell = cell
    #expect(TerminalGraphics(terminal)?.language == .kitty)
    #expect(TerminalGraphics(terminal, isInTmux: true)?.language == .placeholders)
    terminal.note(.attributes(hasSixel: true))
    #expect(TerminalGraphics(terminal)?.language == .kitty)
    terminal.hasKittyGraphics = false
    #expect(TerminalGraphics(terminal)?.language == .sixel)
    #expect(TerminalGraphics(terminal, isInTmux: true) == nil, "tmux always announces sixels.")
    #expect(TerminalGraphics(terminal)?.colors == 64)
    terminal.note(.colorRegisters(16))
    #expect(TerminalGraphics(terminal)?.colors == 16)
    terminal.note(.colorRegisters(4))
    #expect(TerminalGraphics(terminal) == nil)
    terminal.note(.colorRegisters(1024))
    for (width, height) in [(3, 16), (41, 16), (8, 7), (8, 81), (65_535, 65_535)] {
      terminal.cell = PixelSize(width: width, height: height)
      #expect(TerminalGraphics(terminal) == nil, "\(width) by \(height)")
    }
  }

  @Test("A window's pixels tell a cell's where the terminal does not")
  func cellSize() {
    var terminal = TerminalCapabilities()
    let window = WindowSize(columns: 80, rows: 24)
    #expect(terminal.cellSize(in: window) == nil)
    terminal.window = PixelSize(width: 805, height: 481)
    #expect(terminal.cellSize(in: window) == PixelSize(width: 10, height: 20))
    terminal.window = PixelSize(width: 10, height: 10)
    #expect(terminal.cellSize(in: window) == nil)
    terminal.cell = cell
    #expect(terminal.cellSize(in: window) == cell)
  }
}

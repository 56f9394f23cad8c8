// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Glibc
import Testing

@testable import TerminalUI

// A process has one terminal, so tests of full screen run in processes of their own.

@Suite("Terminal", .timeLimit(.minutes(1)))
struct TerminalTests {
  @Test("Anything but a terminal is refused")
  func notATerminal() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(throws: TerminalError.notATerminal) {
      try Terminal(input: ends[0], output: ends[1])
    }
  }

  @Test("The window's size is the terminal's, or the default")
  func size() throws {
    let pseudo = PseudoTerminal(columns: 132, rows: 43)
    let terminal = try Terminal(input: pseudo.program, output: pseudo.program)
    #expect(terminal.size == WindowSize(columns: 132, rows: 43))
    #expect(terminal.pixels == nil)
    pseudo.resize(columns: 0, rows: 0)
    #expect(terminal.size == nil)
    pseudo.resize(columns: 65_000, rows: 65_000)
    #expect(terminal.size == WindowSize(columns: 1000, rows: 1000))
  }

  @Test("Written bytes arrive complete and unchanged")
  func writing() throws {
    let pseudo = PseudoTerminal()
    let terminal = try Terminal(input: pseudo.program, output: pseudo.program)
    terminal.append(Array("\u{1b}[1;1H".utf8))
    terminal.append("ä")
    #expect(terminal.hasBacklog && pseudo.output().isEmpty)
    terminal.flush()
    #expect(!terminal.hasBacklog)
    #expect(pseudo.output() == "\u{1b}[1;1Hä")
    #expect(terminal.takeEvents() == [])
  }

  @Test("A full terminal never blocks, and gets the rest later, in order")
  func slowTerminal() throws {
    let pseudo = PseudoTerminal()
    let terminal = try Terminal(input: pseudo.program, output: pseudo.program)
    // Without newlines, because the terminal turns them into CR LF.
    let sent = (0..<300_000).map { UInt8(0x41 + $0 % 26) }
    terminal.append(sent)
    terminal.flush()
    #expect(terminal.hasBacklog)
    var received = pseudo.output()
    while terminal.hasBacklog {
      terminal.flush()
      received += pseudo.output()
    }
    received += pseudo.output()
    #expect(Array(received.utf8) == sent)
    // Standard output is still blocking, for programs that share it.
    #expect(fcntl(pseudo.program, F_GETFL) & O_NONBLOCK == 0)
    terminal.append(sent)
    terminal.flush()
    terminal.forgetBacklog()
    #expect(!terminal.hasBacklog)
  }
}

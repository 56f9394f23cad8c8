// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalFixtures
import TerminalUI
import Testing

@Suite("Clickable hints", .timeLimit(.minutes(1)))
struct HintKeysTests {
  private let hints = HintKeys([
    "Arrows, Enter turn", "Enter ready", "Space deal", "? help", "q leave", "r restart",
    "y leave", "n stay", "y restart", "n play on",
  ])

  private func grid(_ line: String) -> Grid {
    var grid = Grid(width: 40, height: 2)
    grid.put(line, column: 0, row: 1, Style())
    return grid
  }

  @Test("Every cell of a hint maps to its key, and the gaps to none")
  func cells() {
    let line = " Enter ready  ? help  q leave"
    let keys = (0..<40).map { hints.key(atColumn: $0, row: 1, of: grid(line)) }
    let expected: [Key?] = line.enumerated().map { index, _ in
      switch index {
      case 1...11: .enter
      case 14...19: .character("?")
      case 22...28: .character("q")
      default: nil
      }
    }
    for index in expected.indices where expected[index] != nil {
      #expect(keys[index] == expected[index], "column \(index)")
    }
    for index in [12, 13, 20, 21, 30, 39] { #expect(keys[index] == nil, "column \(index)") }
    #expect(hints.key(atColumn: 3, row: 0, of: grid(line)) == nil)
  }

  @Test("Words that are no hint map to no key, and neither does anything outside")
  func others() {
    for line in [
      "Ana wins", "q", "Queen q leave", "Enter the server core", "Arrows, Enter turn", "",
    ] {
      for column in -2..<45 {
        #expect(hints.key(atColumn: column, row: 1, of: grid(line)) == nil, "\(line)")
      }
    }
    #expect(
      hints.key(atColumn: 5, row: 1, of: grid("r restart with Ana")) == .character("r"))
    #expect(hints.key(atColumn: 5, row: 1, of: grid("│ Space deal │")) == .character(" "))
    #expect(hints.key(atColumn: 2, row: 1, of: grid("y leave  n stay")) == .character("y"))
    #expect(hints.key(atColumn: 9, row: 1, of: grid("y leave  n stay")) == .character("n"))
    #expect(hints.key(atColumn: 2, row: 1, of: grid("y restart  n play on")) == .character("y"))
    #expect(
      hints.key(atColumn: 13, row: 1, of: grid("y restart  n play on")) == .character("n"))
    #expect(hints.key(atColumn: 0, row: 7, of: grid("q quit")) == nil)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Testing

@Suite("A table in plain text", .timeLimit(.minutes(1)))
struct TextTableTests {
  @Test("has columns that end below each other, and names last as they are")
  func columns() {
    #expect(
      TextTable.lines([
        ["#", "Turns", "Player"], ["10", "7", "Zoë"], ["9", "12345678", "貓 and dog"],
      ])
        == [" #     Turns  Player", "10         7  Zoë", " 9  12345678  貓 and dog"])
  }

  @Test("counts cells, not characters")
  func wide() {
    #expect(TextTable.lines([["貓", "a"], ["1", "b"]]) == ["貓  a", " 1  b"])
  }

  @Test("may be empty, or of one column")
  func small() {
    #expect(TextTable.lines([]).isEmpty)
    #expect(TextTable.lines([["Player"], ["Ana"]]) == ["Player", "Ana"])
    #expect(TextTable.lines([[], []]) == ["", ""])
  }
}

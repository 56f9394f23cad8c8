// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Testing

@Suite("A violated property", .timeLimit(.minutes(1)))
struct InvariantViolationTests {
  @Test("is reported with its message")
  func noticed() throws {
    try hold(true, "never said")
    #expect(throws: InvariantViolation("two is one")) { try hold(false, "two is one") }
  }

  @Test(
    "is a text that is not a sentence, is too long, or controls a terminal",
    arguments: [
      "no end", "", ".", "Escape \u{1b}[2J.", "Two\nlines.", "Turned \u{202e}round.",
      "A line\u{2028}break.", String(repeating: "long ", count: 300) + ".",
    ])
  func sentences(_ text: String) {
    #expect(throws: InvariantViolation.self) { try holdSentence(text) }
  }

  @Test(
    "is not reported for proper sentences",
    arguments: ["Send it again.", "\"Zoë 🎈\" is no name: choose another.", "👩‍🚀 is drawn."])
  func harmless(_ text: String) throws {
    try holdSentence(text)
  }
}

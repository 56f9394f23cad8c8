// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@Suite("A broken promise", .timeLimit(.minutes(1)))
struct InvariantViolationTests {
  @Test("is noticed, and says what was promised")
  func noticed() throws {
    try hold(true, "never said")
    #expect(throws: InvariantViolation("two is one")) { try hold(false, "two is one") }
  }

  @Test(
    "is an error that is no sentence, is endless, or controls a terminal",
    arguments: [
      "no end", "", ".", "Escape \u{1b}[2J.", "Two\nlines.", "Turned \u{202e}round.",
      "A line\u{2028}break.", String(repeating: "long ", count: 300) + ".",
    ])
  func sentences(_ text: String) {
    #expect(throws: InvariantViolation.self) { try holdSentence(text) }
  }

  @Test(
    "is none where a person is told what to do",
    arguments: ["Send it again.", "\"Zoë 🎈\" is no name: choose another.", "👩‍🚀 is drawn."])
  func harmless(_ text: String) throws {
    try holdSentence(text)
  }
}

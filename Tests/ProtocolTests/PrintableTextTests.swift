// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol
import Testing

@Suite("Text of others in a sentence", .timeLimit(.minutes(1)))
struct PrintableTextTests {
  @Test("is kept where it shows", arguments: ["", "Zoë 🦉", "ws://127.0.0.1:7777", "李白 b\u{301}"])
  func kept(text: String) {
    #expect(text.printable(limit: 100) == text)
  }

  @Test("replaces control and invisible characters with a mark")
  func marked() {
    #expect("a\u{1b}[2J\r\n\0b".printable(limit: 100) == "a\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}b")
    #expect("\u{202e}x\u{2028}\u{200b}".printable(limit: 100) == "\u{fffd}x\u{fffd}\u{fffd}")
  }

  @Test("is cut where it is long, also within one character of endless marks")
  func cut() {
    #expect("abcdef".printable(limit: 5) == "abcde...")
    #expect("abcde".printable(limit: 5) == "abcde")
    let pile = "a" + String(repeating: "\u{301}", count: 9999)
    #expect(pile.printable(limit: 5).unicodeScalars.count == 8)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lobby

@Suite("A packed text", .timeLimit(.minutes(1)))
struct PackedTextTests {
  private static let texts = [
    "", "a", "8 bytes.", "9 bytes..", "0123456789abcdef", "0123456789abcdefg", "caf\u{e9}",
    "\u{1f0cf} \u{1f0cf} \u{1f0cf} \u{1f0cf}", "a\u{0}", "\u{0}", "a\u{0}b",
    String(repeating: "long ", count: 100),
  ]

  @Test("gives its text back, whatever its length and bytes", arguments: texts)
  func givesBack(text: String) {
    #expect(PackedText(text).string == text)
    #expect(Array(PackedText(text).string.utf8) == Array(text.utf8))
  }

  @Test("equals only the same text, and hashes like it")
  func equals() {
    for (index, text) in Self.texts.enumerated() {
      for (other, otherText) in Self.texts.enumerated() {
        #expect((PackedText(text) == PackedText(otherText)) == (index == other))
      }
      let copy = String(decoding: Array(text.utf8), as: UTF8.self)
      #expect(PackedText(text).hashValue == PackedText(copy).hashValue)
    }
    #expect(Set(Self.texts.map { PackedText($0) }).count == Self.texts.count)
  }
}

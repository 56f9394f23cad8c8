// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Cells

@Suite("Text width", .timeLimit(.minutes(1)))
struct TextWidthTests {
  @Test("The fast path for ASCII agrees with Unicode's tables")
  func ascii() {
    for value in UInt8(0)...0x7f {
      let scalar = Unicode.Scalar(value)
      #expect(scalar.isPrintable == (scalar.properties.generalCategory != .control))
      #expect(scalar.cells == 1)
    }
    for (text, shown) in [
      ("", ""), ("a", "a"), ("a b", "a b"), (" a", "a"), ("a ", "a"), ("a  b", "a b"), (" ", ""),
      ("a\tb", "a b"), ("a\u{7f}b", "ab"), ("a\u{1b}[2J", "a[2J"), ("abcdefghi", "abcdefgh"),
    ] {
      #expect(text.harmless(limit: 8) == shown, "\(text)")
    }
  }
}

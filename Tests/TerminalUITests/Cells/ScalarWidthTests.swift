// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol
import Testing

@testable import TerminalUI

@Suite("Scalar width", .timeLimit(.minutes(1)))
struct ScalarWidthTests {
  @Test("What a terminal may be sent is what the protocol calls printable, of all of Unicode")
  func harmless() {
    for value in UInt32(0)...0x10_ffff {
      guard let scalar = Unicode.Scalar(value), scalar.isHarmless != scalar.isPrintable else {
        continue
      }
      Issue.record("U+\(String(value, radix: 16)) differs.")
    }
  }

  @Test("The fast path for ASCII agrees with Unicode's tables")
  func ascii() {
    for value in UInt8(0)...0x7f {
      let scalar = Unicode.Scalar(value)
      #expect(scalar.isHarmless == (scalar.properties.generalCategory != .control))
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

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol
import Testing

@Suite(.timeLimit(.minutes(1)))
struct Base32Tests {
  @Test(
    "The test vectors of RFC 4648 pass, in lower case and without padding",
    arguments: [
      ("", ""), ("f", "my"), ("fo", "mzxq"), ("foo", "mzxw6"), ("foob", "mzxw6yq"),
      ("fooba", "mzxw6ytb"), ("foobar", "mzxw6ytboi"),
    ])
  func vectors(bytes: String, text: String) {
    #expect(Base32.text(of: Array(bytes.utf8)) == text)
  }

  @Test("Every bit counts")
  func bits() {
    #expect(
      Base32.text(of: [UInt8](repeating: 0xff, count: 20)) == String(repeating: "7", count: 32))
    #expect(Set((0...255).map { Base32.text(of: [$0]) }).count == 256)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SHA256Tests {
  @Test(
    "The examples of FIPS 180-4 pass",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func examples(message: String, digest: String) {
    #expect(SHA256.hash(Array(message.utf8)).description == digest)
  }

  @Test("A million letters a hash as FIPS 180-4 specifies")
  func million() {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      SHA256.hash(message).description
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("Arrays, spans and sequences hash alike, contiguous or not")
  func sameForAllForms() {
    let bytes = Array(UInt8.min...UInt8.max)
    let expected = SHA256.hash(bytes)
    #expect(SHA256.hash(bytes.span.bytes) == expected)
    #expect(SHA256.hash(bytes[...]) == expected)
    #expect(SHA256.hash(bytes.lazy.map { $0 }) == expected)
  }
}

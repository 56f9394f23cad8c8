// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import Testing
import WebClient
import Wire

@Suite("SHA-256 in Swift", .timeLimit(.minutes(1)))
struct SHA256Tests {
  @Test("an empty message and FIPS 180-4's example have the published hashes")
  func published() {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(hexadecimal(Hashing.swift.sha256([])) == empty)
    #expect(hexadecimal(Hashing.swift.sha256(Array("abc".utf8))) == abc)
  }

  @Test("messages and keys of every length have the hashes that OpenSSL makes")
  func openSSL() {
    for count in 0..<200 {
      let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
      #expect(Hashing.swift.sha256(message) == Hashing.openSSL.sha256(message))
      let key = Array(message.reversed())
      #expect(Hashing.swift.hmac(key, message) == Hashing.openSSL.hmac(key, message))
    }
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Crypto

@Suite(.timeLimit(.minutes(1)))
struct Ed25519Tests {
  @Test("The test vectors of RFC 8032 pass", arguments: Ed25519Vector.all)
  func vectors(vector: Ed25519Vector) throws {
    let key = try #require(Ed25519PrivateKey(seed: bytes(vector.seed)))
    let message = bytes(vector.message)
    #expect(key.publicKey.bytes == bytes(vector.publicKey))
    #expect(key.signature(of: message) == bytes(vector.signature))
    let publicKey = try #require(Ed25519PublicKey(bytes(vector.publicKey)))
    #expect(publicKey.isSignature(bytes(vector.signature), of: message))
  }

  @Test("A signature is valid for its message and key only")
  func signatureIsBound() throws {
    let key = Ed25519PrivateKey()
    let message = Array("facedown".utf8)
    let signature = key.signature(of: message)
    #expect(key.publicKey.isSignature(signature, of: message))
    #expect(!key.publicKey.isSignature(signature, of: message + [0]))
    #expect(!key.publicKey.isSignature(signature, of: []))
    #expect(!Ed25519PrivateKey().publicKey.isSignature(signature, of: message))
    for index in [0, 31, 32, 63] {
      var changed = signature
      changed[index] ^= 1
      #expect(!key.publicKey.isSignature(changed, of: message))
    }
  }

  @Test("Malformed signatures are invalid", arguments: [0, 1, 63, 65, 4096])
  func lengths(count: Int) {
    let key = Ed25519PrivateKey().publicKey
    #expect(!key.isSignature([UInt8](repeating: 0, count: count), of: [1]))
  }

  @Test("Bytes that are no point of the curve verify nothing")
  func noPoint() throws {
    // About half of all coordinates belong to no point.
    let odd = try (0..<64).map {
      try #require(Ed25519PublicKey([$0] + [UInt8](repeating: 7, count: 31)))
    }
    for key in odd { #expect(!key.isSignature([UInt8](repeating: 0, count: 64), of: [])) }
  }

  @Test(
    "A key of small order, under which anyone can sign, is refused",
    arguments: [
      "0100000000000000000000000000000000000000000000000000000000000000",
      "0000000000000000000000000000000000000000000000000000000000000000",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ])
  func smallOrder(hex: String) {
    var key = bytes(hex)
    #expect(Ed25519PublicKey(key) == nil)
    key[31] |= 0x80
    #expect(Ed25519PublicKey(key) == nil)
  }

  @Test("Under the neutral point, which is refused, a trivial signature would be valid")
  func forgery() {
    let neutral = [1] + [UInt8](repeating: 0, count: 31)
    let signature = neutral + [UInt8](repeating: 0, count: 32)
    #expect(Ed25519PublicKey(unchecked: neutral).isSignature(signature, of: Array("any".utf8)))
    #expect(Ed25519PublicKey(neutral) == nil)
  }

  @Test("Keys of another length are refused", arguments: [0, 31, 33, 64])
  func keyLengths(count: Int) {
    #expect(Ed25519PublicKey([UInt8](repeating: 9, count: count)) == nil)
    #expect(Ed25519PrivateKey(seed: [UInt8](repeating: 9, count: count)) == nil)
  }

  private func bytes(_ hex: String) -> [UInt8] {
    // Long ones go over several lines, with a space at each end.
    Hexadecimal.bytes(of: hex.filter { $0 != " " }) ?? []
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// Published hashes by the names that files of vectors give them.
enum HashSanity {
  /// The hash called `name`: of a text behind `sha256_`, or of a case of RFC 4231; nil for another.
  static func hash(_ name: String) -> [UInt8]? {
    if name.hasPrefix("sha256_") {
      let text = name.dropFirst(7)
      return Hashing.openSSL.sha256(text == "empty" ? [] : Array(text.utf8))
    }
    guard let keyed = cases[name] else { return nil }
    return Hashing.openSSL.hmac(keyed.key, keyed.data)
  }

  private static let cases: [String: (key: [UInt8], data: [UInt8])] = [
    "hmac_rfc4231_case1": ([UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8)),
    "hmac_rfc4231_case2": (Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)),
    "hmac_rfc4231_case3": (
      [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50)
    ),
    "hmac_rfc4231_case4": (Array(1...25), [UInt8](repeating: 0xcd, count: 50)),
    "hmac_rfc4231_case6": (
      [UInt8](repeating: 0xaa, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
    ),
  ]
}

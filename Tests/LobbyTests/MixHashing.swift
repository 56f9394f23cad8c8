// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

extension Hashing {
  /// A stand-in where the bytes do not matter: different for different messages, protecting nothing.
  static let mixing = Hashing(
    sha256: { mix($0) }, hmac: { key, message in mix(key + [0xFF] + message) })

  private static func mix(_ message: [UInt8]) -> [UInt8] {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in message { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return (0..<32).map { _ in
      state = (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }
}

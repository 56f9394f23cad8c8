// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

extension Hashing {
  /// Bytes that depend on every byte hashed and hide nothing: enough to tell decks apart.
  package static let toy = Hashing(
    sha256: { message in mix(message) }, hmac: { key, message in mix(key + [0xff] + message) })

  private static func mix(_ message: [UInt8]) -> [UInt8] {
    var state: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in message { state = (state ^ UInt64(byte)) &* 0x0100_0000_01b3 }
    return (0..<32).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// A stand-in for the hash functions where the bytes do not matter: fast, the same everywhere, and
// different for different messages. It protects nothing.

extension Hashing {
  /// Mixing instead of hashing.
  static let mixing = Hashing(
    sha256: { mix($0) }, hmac: { key, message in mix(key + [0xFF] + message) })

  private static func mix(_ message: [UInt8]) -> [UInt8] {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in message { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    var random = SplitMix(seed: state ^ UInt64(message.count))
    return (0..<4).flatMap { _ in
      let word = random.next()
      return (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
  }
}

/// A small seeded generator for tests: Steele, Lea and Flood's SplitMix64.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number in `0..<bound`.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// One of `items`.
  mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }
}

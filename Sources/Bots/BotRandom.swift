// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A bot's random generator: SplitMix64, the same on every machine.
struct BotRandom: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Uniform in 0 < x <= 1.
  mutating func unit() -> Double {
    // Not divided by `1 << 53`, which is zero where an `Int` has 32 bits.
    (Double(next() >> 11) + 1) * 0x1p-53
  }

  /// Uniform in `low..<high`.
  mutating func between(_ low: Double, _ high: Double) -> Double {
    high - unit() * (high - low)
  }

  mutating func pick<Item>(_ items: [Item]) -> Item? {
    items.isEmpty ? nil : items[Int(next() % UInt64(items.count))]
  }
}

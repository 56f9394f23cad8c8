// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchFixtures

/// Mutates bytes in a few places; a seed identifies a case.
struct Damage {
  private var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  /// `bytes` with one to four mutations, some with parts of `other`.
  mutating func damaged(_ bytes: [UInt8], with other: [UInt8], limit: Int) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(4) { damage(&bytes, with: other) }
    return Array(bytes.prefix(limit))
  }

  private mutating func damage(_ bytes: inout [UInt8], with other: [UInt8]) {
    let place = below(bytes.count + 1)
    let length = min(1 + below(16), bytes.count - place)
    switch below(8) {
    case 0: bytes.removeSubrange(place...)
    case 1: bytes.removeSubrange(place..<(place + length))
    case 2: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
    case 3:
      let start = below(other.count + 1)
      bytes.insert(contentsOf: other[start...].prefix(64), at: place)
    case 4: bytes.insert(UInt8(below(256)), at: place)
    case 5:
      // A digit, which changes a number.
      let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
      if !digits.isEmpty { bytes[digits[below(digits.count)]] = UInt8(0x30 + below(10)) }
    case 6 where place < bytes.count: bytes[place] = UInt8(below(256))
    default: if place < bytes.count { bytes[place] ^= 1 << UInt8(below(8)) }
    }
  }

  /// A number in `0..<bound`; 0 if that is empty.
  mutating func below(_ bound: Int) -> Int { numbers.below(max(bound, 1)) }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// Seeded random numbers, the same on every machine: SplitMix64 by Steele, Lea and Flood.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator for `seed`; each `stream` of a seed is independent of the others.
  package init(seed: UInt64, stream: UInt64 = 0) {
    state = stream &* 0xda94_2042_e4dd_58b5
    state = next() ^ seed
    _ = next()
  }

  /// A uniform number of 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A uniform number in `0 < x <= 1`.
  package mutating func unit() -> Double { (Double(next() >> 11) + 1) / Double(1 << 53) }

  /// A uniform number in `range`.
  package mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// True with this probability.
  package mutating func happens(_ probability: Double) -> Bool { unit() <= probability }

  /// A number of the standard normal distribution (Box and Muller).
  package mutating func normal() -> Double {
    (-2 * log(unit())).squareRoot() * cos(2 * .pi * unit())
  }

  /// A number of the exponential distribution with this mean.
  package mutating func exponential(mean: Double) -> Double { -mean * log(unit()) }
}

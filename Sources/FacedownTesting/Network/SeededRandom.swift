// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// Seeded random numbers, the same on every machine: SplitMix64 by Steele, Lea and Flood.
public struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator for `seed`; each `stream` of a seed is independent of the others.
  public init(seed: UInt64, stream: UInt64 = 0) {
    state = stream &* 0xda94_2042_e4dd_58b5
    state = next() ^ seed
    _ = next()
  }

  /// A uniform number of 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// A uniform number in `0 < x <= 1`.
  public mutating func unit() -> Double { (Double(next() >> 11) + 1) / Double(1 << 53) }

  /// A uniform number in `range`.
  public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// True with this probability.
  public mutating func happens(_ probability: Double) -> Bool { unit() <= probability }

  /// A number of the standard normal distribution (Box and Muller).
  public mutating func normal() -> Double {
    (-2 * log(unit())).squareRoot() * cos(2 * .pi * unit())
  }

  /// A number of the exponential distribution with this mean.
  public mutating func exponential(mean: Double) -> Double { -mean * log(unit()) }
}

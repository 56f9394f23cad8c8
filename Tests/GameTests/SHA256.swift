// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// SHA-256 (FIPS 180-4) and HMAC (RFC 2104) in plain Swift: an oracle for the bytes of the fair deal
/// that stands on nothing.
enum SHA256 {
  private static let blockLength = 64

  /// The first 32 bits of the fractional part of a root of the first `count` primes.
  private static func constants(_ count: Int, root: (Double) -> Double) -> [UInt32] {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      let value = root(Double(prime))
      return UInt32((value - value.rounded(.down)) * 0x1_0000_0000)
    }
  }

  /// The cube root by Newton's method, exact to the bits needed.
  private static func cubeRoot(_ value: Double) -> Double {
    var root = value
    for _ in 0..<100 { root = (2 * root + value / (root * root)) / 3 }
    return root
  }

  private static let initial = constants(8) { $0.squareRoot() }
  private static let round = constants(64, root: cubeRoot)

  /// The hash of a message, 32 bytes.
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    while padded.count % blockLength != 56 { padded.append(0) }
    padded += bytes(UInt64(message.count) * 8)
    var state = initial
    for start in stride(from: 0, to: padded.count, by: blockLength) {
      compress(padded[start..<(start + blockLength)], into: &state)
    }
    return state.flatMap { bytes($0) }
  }

  /// The keyed hash of a message, 32 bytes.
  static func hmac(_ key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    var padded = key.count > blockLength ? hash(key) : key
    padded += [UInt8](repeating: 0, count: blockLength - padded.count)
    return hash(padded.map { $0 ^ 0x5C } + hash(padded.map { $0 ^ 0x36 } + message))
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let early = words[index - 15]
      let late = words[index - 2]
      let first = turn(early, 7) ^ turn(early, 18) ^ (early >> 3)
      let second = turn(late, 17) ^ turn(late, 19) ^ (late >> 10)
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let mixed = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      let chosen = (e & f) ^ (~e & g)
      let first = h &+ mixed &+ chosen &+ round[index] &+ words[index]
      let other = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
      let second = other &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}

extension Hashing {
  /// The real functions, slowly.
  static let plain = Hashing(sha256: SHA256.hash, hmac: SHA256.hmac)
}

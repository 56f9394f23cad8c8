// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The number nearest to decimal digits; ties go to the even one.
///
/// Computed with whole numbers of any length, because neither Embedded Swift nor wasm32 has a
/// function for it.
enum DecimalFraction {
  /// The most digits that can matter (a number halfway between two others has at most 767), and one
  /// that stands for all others.
  private static let mostDigits = 770

  /// The value of `digits`, each from 0 to 9, times ten to the `exponent`; infinite if too large.
  static func value(digits: [UInt8], exponent: Int) -> Double {
    var digits = Array(digits.drop { $0 == 0 })
    var exponent = exponent
    if digits.isEmpty { return 0 }
    if digits.count > mostDigits {
      exponent += digits.count - mostDigits
      let rest = digits[mostDigits...].contains { $0 != 0 }
      digits.removeSubrange(mostDigits...)
      if rest { digits[mostDigits - 1] |= 1 }
    }
    // The first digit stands for this power of ten.
    let leading = exponent + digits.count - 1
    if leading > 308 { return .infinity }
    if leading < -325 { return 0 }
    var numerator = WholeNumber()
    for digit in digits { numerator.multiply(by: 10, adding: UInt32(digit)) }
    var denominator = WholeNumber(1)
    for _ in 0..<max(exponent, 0) { numerator.multiply(by: 10, adding: 0) }
    for _ in 0..<max(-exponent, 0) { denominator.multiply(by: 10, adding: 0) }
    return quotient(numerator, denominator)
  }

  private static func quotient(_ numerator: WholeNumber, _ denominator: WholeNumber) -> Double {
    var numerator = numerator
    var denominator = denominator
    // Shifted so that the quotient is at least 1 and below 2.
    var power = numerator.bits - denominator.bits
    if power > 0 { denominator.shiftLeft(power) } else { numerator.shiftLeft(-power) }
    if numerator.isBelow(denominator) {
      numerator.shiftLeft(1)
      power -= 1
    }
    // Numbers below 2^-1022 have fewer bits, in steps of 2^-1074.
    let bits = min(53, power + 1075)
    if bits < 0 { return 0 }
    var mantissa: UInt64 = 0
    for _ in 0..<bits {
      mantissa <<= 1
      if !numerator.isBelow(denominator) {
        numerator.subtract(denominator)
        mantissa |= 1
      }
      numerator.shiftLeft(1)
    }
    // The remainder, doubled: half of the last bit or more rounds up.
    if !numerator.isBelow(denominator) {
      numerator.subtract(denominator)
      if !numerator.isZero || mantissa & 1 == 1 { mantissa += 1 }
    }
    // Exact, and infinite beyond the largest number.
    let unit = power - bits + 1
    let half = unit / 2
    return Double(mantissa) * powerOfTwo(half) * powerOfTwo(unit - half)
  }

  private static func powerOfTwo(_ exponent: Int) -> Double {
    Double(bitPattern: UInt64(exponent + 1023) << 52)
  }
}

/// A whole number of any length.
private struct WholeNumber {
  /// 32 bits each, lowest first, the last one not zero.
  private var words: [UInt32] = []

  init(_ word: UInt32 = 0) { if word > 0 { words = [word] } }

  var isZero: Bool { words.isEmpty }

  var bits: Int {
    words.isEmpty ? 0 : 32 * words.count - words[words.count - 1].leadingZeroBitCount
  }

  mutating func multiply(by factor: UInt32, adding addend: UInt32) {
    var carry = UInt64(addend)
    for index in words.indices {
      let product = UInt64(words[index]) * UInt64(factor) + carry
      words[index] = UInt32(truncatingIfNeeded: product)
      carry = product >> 32
    }
    if carry > 0 { words.append(UInt32(carry)) }
  }

  mutating func shiftLeft(_ count: Int) {
    if words.isEmpty || count == 0 { return }
    let bits = UInt32(count % 32)
    if bits > 0 { multiply(by: 1 << bits, adding: 0) }
    words.insert(contentsOf: [UInt32](repeating: 0, count: count / 32), at: 0)
  }

  func isBelow(_ other: WholeNumber) -> Bool {
    if words.count != other.words.count { return words.count < other.words.count }
    for index in words.indices.reversed() where words[index] != other.words[index] {
      return words[index] < other.words[index]
    }
    return false
  }

  /// Subtracts a number that is not larger.
  mutating func subtract(_ other: WholeNumber) {
    var borrow: Int64 = 0
    for index in words.indices {
      let difference =
        Int64(words[index]) - (index < other.words.count ? Int64(other.words[index]) : 0) - borrow
      words[index] = UInt32(truncatingIfNeeded: difference)
      borrow = difference < 0 ? 1 : 0
    }
    while words.last == 0 { words.removeLast() }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A number as written in JSON (RFC 8259, section 6).
struct NumberLiteral {
  let isNegative: Bool
  /// The digits before and behind the point, each from 0 to 9.
  private var digits: [UInt8] = []
  /// The power of ten of the last digit.
  private var exponent = 0
  /// Whether it has neither a point nor an exponent.
  private var isWhole = true

  /// No exponent further from zero makes a difference, with as many digits as a message can have.
  private static let furthestExponent = 100_000_000

  /// Reads a number and moves `index` past it; nil if the text has no number there.
  init?(in bytes: [UInt8], at index: inout Int) {
    func digit(_ index: Int) -> UInt8? {
      guard index < bytes.count, (0x30...0x39).contains(bytes[index]) else { return nil }
      return bytes[index] - 0x30
    }
    func isNext(_ byte: UInt8) -> Bool { index < bytes.count && bytes[index] == byte }
    isNegative = isNext(UInt8(ascii: "-"))
    if isNegative { index += 1 }
    guard let first = digit(index) else { return nil }
    if first == 0, digit(index + 1) != nil { return nil }
    while let value = digit(index) {
      digits.append(value)
      index += 1
    }
    if isNext(UInt8(ascii: ".")) {
      isWhole = false
      index += 1
      guard digit(index) != nil else { return nil }
      while let value = digit(index) {
        digits.append(value)
        exponent -= 1
        index += 1
      }
    }
    if isNext(UInt8(ascii: "e")) || isNext(UInt8(ascii: "E")) {
      isWhole = false
      index += 1
      let isSmall = isNext(UInt8(ascii: "-"))
      if isSmall || isNext(UInt8(ascii: "+")) { index += 1 }
      guard digit(index) != nil else { return nil }
      var power = 0
      while let value = digit(index) {
        power = min(power * 10 + Int(value), Self.furthestExponent)
        index += 1
      }
      exponent += isSmall ? -power : power
    }
  }

  /// Its value, infinite if too large.
  var value: Double {
    let magnitude = DecimalFraction.value(digits: digits, exponent: exponent)
    return isNegative ? -magnitude : magnitude
  }

  /// Its magnitude as an integer; nil if it has a fraction or is too large.
  ///
  /// One with a point or an exponent is as exact as a `Double`, as in swift-protobuf.
  var whole: UInt64? {
    guard isWhole else {
      return UInt64(exactly: DecimalFraction.value(digits: digits, exponent: exponent))
    }
    var value: UInt64 = 0
    for digit in digits {
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(UInt64(digit))
      if isTooLarge || overflows { return nil }
      value = sum
    }
    return value
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// Reads a decimal number that fits, without a superfluous zero or sign, and moves `index` behind
  /// it; nil for anything else.
  @inline(__always)
  func decimal<Number: FixedWidthInteger>(at index: inout Int) -> Number? {
    let isNegative = Number.isSigned && index < endIndex && self[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let start = index
    var value: Number = 0
    while index < endIndex, case UInt8(ascii: "0")...UInt8(ascii: "9") = self[index] {
      let digit = Number(self[index] - UInt8(ascii: "0"))
      let (tens, isTooBig) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) =
        isNegative
        ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if isTooBig || overflows { return nil }
      value = sum
      index += 1
    }
    let hasZero = index > start + 1 && self[start] == UInt8(ascii: "0")
    return index == start || hasZero || (isNegative && value == 0) ? nil : value
  }
}

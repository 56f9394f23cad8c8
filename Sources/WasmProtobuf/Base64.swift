// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials

/// Bytes from base 64.
enum Base64 {
  /// The bytes of a text in one of the two alphabets, with spaces and with or without padding.
  static func data(of text: [UInt8]) -> Data? {
    var data = Data()
    data.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var digits = 0
    var padding = 0
    var isStandard = false
    var isForURLs = false
    for byte in text where byte != UInt8(ascii: " ") {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: byte) else { return nil }
      isStandard = isStandard || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
      isForURLs = isForURLs || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      bits = bits << 6 | value
      digits += 1
      if digits == 4 {
        data.append(contentsOf: [16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) })
        (bits, digits) = (0, 0)
      }
    }
    if isStandard && isForURLs { return nil }
    switch digits {
    case 0: return padding == 0 ? data : nil
    case 2 where padding == 0 || padding == 2:
      data.append(UInt8(truncatingIfNeeded: bits >> 4))
      return data
    case 3 where padding <= 1:
      data.append(UInt8(truncatingIfNeeded: bits >> 10))
      data.append(UInt8(truncatingIfNeeded: bits >> 2))
      return data
    default: return nil
    }
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

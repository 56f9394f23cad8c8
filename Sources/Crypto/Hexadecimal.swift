// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Bytes as pairs of hexadecimal digits.
package enum Hexadecimal {
  private static let lower = Array("0123456789abcdef".utf8)
  private static let upper = Array("0123456789ABCDEF".utf8)

  /// The digits of `bytes`, with `separator` between the pairs.
  package static func text(
    of bytes: [UInt8], separator: String = "", uppercase: Bool = false
  ) -> String {
    let digits = uppercase ? upper : lower
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * (2 + separator.utf8.count))
    for (index, byte) in bytes.enumerated() {
      if index > 0 { text.append(contentsOf: separator.utf8) }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that `text` encodes, in either case, with colons between all pairs or none; nil for
  /// anything else.
  package static func bytes(of text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    let hasColons = characters.count > 2 && characters[2] == UInt8(ascii: ":")
    let stride = hasColons ? 3 : 2
    guard (characters.count + (hasColons ? 1 : 0)).isMultiple(of: stride) else { return nil }
    var bytes: [UInt8] = []
    for start in Swift.stride(from: 0, to: characters.count, by: stride) {
      guard let high = value(of: characters[start]), let low = value(of: characters[start + 1])
      else { return nil }
      if hasColons && start > 0 && characters[start - 1] != UInt8(ascii: ":") { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

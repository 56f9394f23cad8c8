// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Base32 (RFC 4648, section 6) in lower case and without padding: easy to read aloud.
package enum Base32 {
  private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  /// Eight characters for every five bytes; fewer for the rest.
  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 8 + 4) / 5)
    var waiting: UInt32 = 0
    var bits = 0
    for byte in bytes {
      waiting = (waiting & 0xff) << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(digits[Int(waiting >> UInt32(bits) & 31)])
      }
    }
    if bits > 0 { text.append(digits[Int(waiting << UInt32(5 - bits) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }
}

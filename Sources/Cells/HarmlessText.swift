// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension String {
  /// The text on one line, without control characters, at most `limit` characters long.
  ///
  /// Everything that other people wrote passes through here before it is printed.
  package func harmless(limit: Int) -> String {
    if utf8.count <= limit, isPlainASCII { return self }
    var text = ""
    for character in self where text.count < limit {
      if character.isWhitespace {
        if let last = text.last, last != " " { text.append(" ") }
        continue
      }
      // A letter keeps a few combining marks, not a pile of them.
      var kept = String.UnicodeScalarView()
      for scalar in character.unicodeScalars.prefix(8) where scalar.isPrintable {
        kept.append(scalar)
      }
      if kept.first?.cells ?? 0 > 0 { text.unicodeScalars.append(contentsOf: kept) }
    }
    if text.last == " " { text.removeLast() }
    return text
  }

  /// Whether it is one line of visible ASCII with single spaces between words, which most names
  /// are: found without Unicode's tables, whose look-ups are slow.
  private var isPlainASCII: Bool {
    var last = UInt8(ascii: " ")
    for byte in utf8 {
      guard (0x20..<0x7f).contains(byte), byte != 0x20 || last != 0x20 else { return false }
      last = byte
    }
    return last != 0x20 || utf8.isEmpty
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells

extension String {
  /// The text, safe to show in a sentence: at most `limit` scalars, and a replacement mark for
  /// invisible or control characters.
  package func printable(limit: Int) -> String {
    // By scalars, because a character may have any number of them.
    let shown = unicodeScalars.prefix(limit).map { $0.isPrintable ? $0 : "\u{fffd}" }
    var text = String(String.UnicodeScalarView(shown))
    if unicodeScalars.dropFirst(limit).first != nil { text += "..." }
    return text
  }
}

extension Unicode.Scalar {
  /// Its ASCII escape in a JSON string: `\u202e`, two of them beyond U+FFFF.
  package var jsonEscape: String {
    utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }.joined()
  }
}

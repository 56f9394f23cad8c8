// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension String {
  /// The text as it can stand in a sentence about it: at most `limit` scalars, and a mark in place
  /// of whatever shows nothing or could control a terminal or a log.
  public func printable(limit: Int) -> String {
    // A character may have any number of scalars.
    let shown = unicodeScalars.prefix(limit).map { $0.isPrintable ? $0 : "\u{fffd}" }
    var text = String(String.UnicodeScalarView(shown))
    if unicodeScalars.dropFirst(limit).first != nil { text += "..." }
    return text
  }

  /// JSON (RFC 8259) with the same values, in which whatever could control a terminal, turn the writing's
  /// direction or end a line is written as `\uXXXX`: in JSON such scalars are in strings only.
  ///
  /// All of these are below U+10000. What hides above is left as it is: swift-protobuf 1.x joins some
  /// pairs of surrogates wrongly, and a line that was saved has to be read again as what it was. The
  /// text is to be one line, without a line feed behind it.
  package var printableJSON: String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isPrintable || scalar.value > 0xffff {
        text.unicodeScalars.append(scalar)
      } else {
        text += scalar.jsonEscape
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether it shows something, and controls and formats nothing: signs that turn the writing's
  /// direction do.
  package var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  /// It as a JSON string may have it, in ASCII: `\u202e`, of two parts beyond U+FFFF.
  package var jsonEscape: String {
    utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }.joined()
  }
}

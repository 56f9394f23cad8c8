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
}

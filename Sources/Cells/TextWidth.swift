// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Unicode.Scalar {
  /// Whether it is visible and safe to print: no control or formatting character, line separator, private-use
  /// or unassigned character.
  package var isPrintable: Bool {
    // ASCII first, because look-ups in Unicode's tables are slow.
    if value < 0x7f { return value >= 0x20 }
    return switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  /// Whether it combines with the character before it and takes no cell; variation selectors do not
  /// count.
  package var isMark: Bool {
    properties.generalCategory == .nonspacingMark && !properties.isVariationSelector
  }

  /// Its width in cells as a base character; 0 if it cannot stand alone.
  package var cells: Int {
    if (0x20..<0x7f).contains(value) { return 1 }
    return switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: 0
    default: Self.wide.contains { $0.contains(value) } || properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// The wide and fullwidth characters (UAX 11) other than emoji, as ranges that include the few
  /// unassigned code points between them.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x4dbf,
    0x4e00...0xa4c6, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19,
    0xfe30...0xfe6b, 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18cd5, 0x1b000...0x1b2fb,
    0x1f200...0x1f265, 0x20000...0x3fffd,
  ]
}

extension Character {
  /// Its width in cells without parts of ambiguous width: 1 for all white space, 0 if it cannot be
  /// shown.
  package var cells: Int {
    guard let base = unicodeScalars.first, base.isPrintable, base.cells > 0 else { return 0 }
    return base.properties.isWhitespace ? 1 : base.cells
  }
}

extension String {
  /// The text's width in cells.
  package var cells: Int {
    isPrintableASCII ? utf8.count : reduce(0) { $0 + $1.cells }
  }

  /// Whether every byte is a character of one cell: a fast path, because Unicode look-ups are slow.
  package var isPrintableASCII: Bool { utf8.allSatisfy { (0x20..<0x7f).contains($0) } }
}

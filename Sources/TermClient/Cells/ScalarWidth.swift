// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Unicode.Scalar {
  /// Whether a terminal takes it as text: it neither controls anything, nor turns the direction of
  /// what follows, nor is without meaning.
  var isHarmless: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }

  /// Whether it is drawn over the character before it and takes no room: an accent, not a
  /// selector between pictures.
  var isMark: Bool {
    properties.generalCategory == .nonspacingMark && !properties.isVariationSelector
  }

  /// The cells it takes at the base of a character; 0 for what cannot stand alone.
  var cells: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: 0
    default: Self.wide.contains { $0.contains(value) } || properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// Wide and fullwidth characters (UAX 11) that are not emoji, in ranges that take in the few
  /// unassigned code points between them.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x4dbf,
    0x4e00...0xa4c6, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19,
    0xfe30...0xfe6b, 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18cd5, 0x1b000...0x1b2fb,
    0x1f200...0x1f265, 0x20000...0x3fffd,
  ]
}

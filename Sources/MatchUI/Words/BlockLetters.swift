// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Letters and digits of five by seven pixels: those of room codes and of the title.
package enum BlockLetters {
  /// The pixels of a letter across.
  package static let width = 5
  /// The pixels of a letter down.
  package static let height = 7
  /// The blank pixels between letters.
  private static let gap = 2

  /// The lines of a letter from the top, each line's leftmost pixel as its highest of five bits; nil for a
  /// letter that is neither in room codes nor in the title.
  package static func lines(of letter: Character) -> [Int]? {
    letters[letter].map { lines in
      (0..<height).map { Int(lines >> UInt64(8 * (height - 1 - $0)) & 0xff) }
    }
  }

  /// A text as rows of half-blocks, two pixels a cell; nil if it has a letter that is not known.
  static func halfBlocks(_ text: String) -> [String]? {
    let letters = text.compactMap { lines(of: $0) }
    guard !letters.isEmpty, letters.count == text.count else { return nil }
    return stride(from: 0, to: height, by: 2).map { line in
      letters.map { letter in
        String(
          (0..<width).map { column -> Character in
            let bit = width - 1 - column
            let lower = line + 1 < height ? letter[line + 1] >> bit & 1 : 0
            switch (letter[line] >> bit & 1, lower) {
            case (1, 1): return "█"
            case (1, _): return "▀"
            case (_, 1): return "▄"
            default: return " "
            }
          })
      }.joined(separator: String(repeating: " ", count: gap))
    }
  }

  /// Rows of half-blocks as twice as many of whole ones, two cells each.
  static func doubled(_ rows: [String]) -> [String] {
    rows.flatMap { row in
      ["▀", "▄"].map { half in
        row.map { "\($0)" == half || $0 == "█" ? "██" : "  " }.joined()
      }
    }
  }

  /// A byte a line, the highest on top.
  private static let letters: [Character: UInt64] = [
    "A": 0x0e11111f111111, "B": 0x1e11111e11111e, "C": 0x0e11101010110e,
    "D": 0x1e11111111111e, "E": 0x1f10101e10101f, "F": 0x1f10101e101010,
    "G": 0x0e11101711110e, "H": 0x1111111f111111, "J": 0x0702020202120c,
    "K": 0x11121418141211, "M": 0x111b1515111111, "N": 0x11191915131311,
    "O": 0x0e11111111110e, "P": 0x1e11111e101010, "Q": 0x0e11111115120d,
    "R": 0x1e11111e141211, "S": 0x0f10100e01011e, "T": 0x1f040404040404,
    "U": 0x1111111111110e, "V": 0x111111110a0a04, "W": 0x11111115151b11,
    "X": 0x11110a040a1111, "Y": 0x11110a04040404, "Z": 0x1f01020408101f,
    "2": 0x0e11010608101f, "3": 0x1f02040201110e, "4": 0x02060a121f0202,
    "5": 0x1f101e0101110e, "6": 0x0608101e11110e, "7": 0x1f010204080808,
    "8": 0x0e11110e11110e, "9": 0x0e11110f01020c,
  ]
}

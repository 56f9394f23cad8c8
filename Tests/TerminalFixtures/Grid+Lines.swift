// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import TerminalUI

extension Grid {
  /// The text of each row, without the spaces at its end.
  package var lines: [String] {
    (0..<height).map { row in
      var line = (0..<width).map { self[$0, row].glyph.text }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Whether a text stands in some row.
  package func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// How many cells have a picture.
  package var pictured: Int {
    (0..<width * height).count { picture(column: $0 % width, row: $0 / width) != nil }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalUI

/// Hit testing of key hints: a click on `q leave` is the key q.
enum HintKeys {
  /// All clickable hints: the key's name, then its action.
  private static let phrases = [
    "Enter ready", "Enter play again", "Enter join", "Enter continue", "Enter done", "Enter play",
    "Space deal", "Esc back", "Esc close", "Esc all rooms", "s shuffle", "r restart", "r refresh",
    "l leaders",
    "w watch", "/ filter", "? help", "q leave", "q quit", "y leave", "n stay", "y restart",
    "y remove", "n play on", "n cancel",
  ]

  /// The key of the hint at a cell; nil if there is none.
  ///
  /// Hints are separated by two spaces or by a border.
  static func key(atColumn column: Int, row: Int, of grid: Grid) -> Key? {
    guard (0..<grid.height).contains(row), (0..<grid.width).contains(column) else { return nil }
    func text(_ column: Int) -> String {
      (0..<grid.width).contains(column) ? grid[column, row].glyph.text : " "
    }
    func isGap(_ column: Int) -> Bool { text(column) == " " && text(column + 1) == " " }
    guard !isGap(column), !isGap(column - 1) else { return nil }
    var (first, last) = (column, column)
    while first > 0, !isGap(first - 1), !isGap(first - 2) { first -= 1 }
    while last + 1 < grid.width, !isGap(last) { last += 1 }
    let words = (first...last).map(text).joined()
    // A hint may follow a border, and may be longer than its phrase.
    guard
      let phrase = phrases.first(where: { phrase in
        words.drop { " │║".contains($0) }.hasPrefix(phrase)
      }), let name = phrase.split(separator: " ").first
    else { return nil }
    switch name {
    case "Enter": return .enter
    case "Space": return .character(" ")
    case "Esc": return .escape
    default: return name.first.map { .character($0) }
    }
  }
}

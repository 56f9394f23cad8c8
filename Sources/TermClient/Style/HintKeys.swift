// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The keys that words on a screen name, so that `q leave` is the key q for who clicks on it.
enum HintKeys {
  /// What is written of keys: the key's name, then what it does.
  private static let phrases = [
    "Enter ready", "Enter play again", "Enter join", "Enter go on", "Enter done", "Enter show",
    "Space deal", "Esc back", "Esc close", "Esc all rooms", "s shuffle", "r restart", "r again",
    "l leaders",
    "w watch", "/ filter", "? help", "q leave", "q quit", "y leave", "n stay", "y restart",
    "y remove", "n play on", "n cancel",
  ]

  /// The key named by the words at a cell; nil if they name none.
  ///
  /// Words belong together as far as two spaces or the edge of something.
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
    // The hint may begin behind an edge, or go on where it is told more closely.
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

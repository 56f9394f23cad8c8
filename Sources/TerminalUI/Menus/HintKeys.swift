// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// Hit testing of key hints: a click on `q leave` is the key q.
package struct HintKeys: Sendable {
  private let hints: [(text: String, key: Key)]

  /// The hints to recognise, each the name of a key (`Enter`, `Space`, `Esc` or a character) and an
  /// action; those with other names are ignored.
  package init(_ hints: [String]) {
    self.hints = hints.compactMap { hint in
      Self.key(named: hint.prefix { $0 != " " }).map { (hint, $0) }
    }
  }

  private static func key(named name: Substring) -> Key? {
    switch name {
    case "Enter": .enter
    case "Space": .character(" ")
    case "Esc": .escape
    default: name.count == 1 ? name.first.map { .character($0) } : nil
    }
  }

  /// The key of the hint at a cell; nil for none.
  ///
  /// Hints are separated by two spaces or by a border.
  package func key(atColumn column: Int, row: Int, of grid: Grid) -> Key? {
    guard (0..<grid.height).contains(row), (0..<grid.width).contains(column) else { return nil }
    func text(_ column: Int) -> String {
      (0..<grid.width).contains(column) ? grid[column, row].glyph.text : " "
    }
    func isGap(_ column: Int) -> Bool { text(column) == " " && text(column + 1) == " " }
    guard !isGap(column), !isGap(column - 1) else { return nil }
    var (first, last) = (column, column)
    while first > 0, !isGap(first - 1), !isGap(first - 2) { first -= 1 }
    while last + 1 < grid.width, !isGap(last) { last += 1 }
    // A hint may follow a border, and more words may follow it.
    let words = (first...last).map(text).joined().drop { " │║".contains($0) }
    return hints.first { words.hasPrefix($0.text) }?.key
  }
}

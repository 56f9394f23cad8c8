// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// An editable line of text.
///
/// It holds at most `limit` characters, and none that could control a terminal.
package struct TextField: Hashable, Sendable {
  /// The maximum number of characters.
  package let limit: Int
  /// Shown while the field is empty.
  package var placeholder: String
  private var characters: [Character]
  /// The number of characters before the cursor.
  package private(set) var cursor: Int
  /// Whether the whole text is selected: the next input replaces it.
  package private(set) var isSelected: Bool

  /// A field with `text`, cut to the limit, and the cursor at its end.
  ///
  /// With `isSelected` the text is a suggestion that the first character typed replaces.
  package init(
    _ text: String = "", limit: Int = 80, placeholder: String = "", isSelected: Bool = false
  ) {
    self.limit = limit
    self.isSelected = isSelected
    self.placeholder = placeholder
    characters = Array(text.harmless(limit: limit))
    cursor = characters.count
  }

  /// The text.
  package var text: String { String(characters) }
  /// Whether there is no text.
  package var isEmpty: Bool { characters.isEmpty }

  /// Handles a key.
  ///
  /// - Returns: whether text fields use this key; Up, Down and Enter, for example, they do not.
  package mutating func take(_ key: Key) -> Bool {
    let wasSelected = isSelected
    isSelected = false
    switch key {
    case .character, .paste, .backspace, .delete:
      if wasSelected { (characters, cursor) = ([], 0) }
    default: break
    }
    switch key {
    case .character(let character): insert(character)
    case .backspace:
      guard cursor > 0 else { break }
      cursor -= 1
      characters.remove(at: cursor)
    case .delete: if cursor < characters.count { characters.remove(at: cursor) }
    case .paste(let text): insert(contentsOf: text)
    case .left: cursor = max(cursor - 1, 0)
    case .right: cursor = min(cursor + 1, characters.count)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .control("u"):
      characters.removeFirst(cursor)
      cursor = 0
    case .control("w"):
      let kept = characters[..<cursor].lastIndex { $0 != " " } ?? 0
      let start = characters[..<kept].lastIndex(of: " ").map { $0 + 1 } ?? 0
      characters.removeSubrange(start..<cursor)
      cursor = start
    default:
      isSelected = wasSelected
      return false
    }
    return true
  }

  /// Inserts text at the cursor, as one line; unsafe characters and what exceeds the limit are
  /// dropped.
  package mutating func insert(contentsOf text: String) {
    for character in text.harmless(limit: limit) { insert(character) }
  }

  /// Inserts a character at the cursor, if it is safe and there is room.
  package mutating func insert(_ character: Character) {
    guard characters.count < limit, character.unicodeScalars.count <= 8,
      !character.unicodeScalars.contains(where: { !$0.isPrintable })
    else { return }
    if character.unicodeScalars.first?.isMark == true { return combine(character) }
    guard Glyph(character) != nil else { return }
    characters.insert(character, at: cursor)
    cursor += 1
  }

  /// Adds a combining mark to the character before the cursor.
  private mutating func combine(_ mark: Character) {
    guard cursor > 0 else { return }
    let joined = String(characters[cursor - 1]) + String(mark)
    guard joined.count == 1, joined.unicodeScalars.count <= 8, let letter = joined.first else {
      return
    }
    characters[cursor - 1] = letter
  }

  /// The part of the text to show in `cells` cells, which contains the cursor; one cell on each side
  /// stays free.
  ///
  /// - Parameters:
  ///   - cells: the cells of the field.
  ///   - isCentred: whether the text is in their middle, not at their left.
  /// - Returns: the text, the cells before it, and the cells before the cursor.
  package func window(
    cells: Int, isCentred: Bool = true
  ) -> (text: String, indent: Int, cursor: Int) {
    let margin = cells > 2 ? 1 : 0
    let room = cells - 2 * margin
    var start = cursor
    var used = 0
    while start > 0 {
      let width = Glyph(characters[start - 1])?.cells ?? 0
      // One cell is reserved for the cursor.
      guard used + width < room else { break }
      used += width
      start -= 1
    }
    let text = String(characters[start...])
    let indent = margin + (isCentred ? max((room - text.cells) / 2, 0) : 0)
    return (text, indent, indent + used)
  }

  /// Moves the cursor to a clicked cell of `window`.
  package mutating func click(cell: Int, of cells: Int, isCentred: Bool = true) {
    isSelected = false
    let window = window(cells: cells, isCentred: isCentred)
    let start = characters.count - window.text.count
    var (place, used) = (start, window.indent)
    while place < characters.count {
      let width = Glyph(characters[place])?.cells ?? 0
      guard used + width <= cell else { break }
      used += width
      place += 1
    }
    cursor = place
  }
}

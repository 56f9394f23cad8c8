// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// A vertical menu, one item of which has the focus.
///
/// Each item also has a letter that selects it directly.
package struct Menu<ID: Hashable & Sendable>: Hashable, Sendable {
  /// A menu item.
  package struct Item: Hashable, Sendable {
    /// Identifies the item.
    package var id: ID
    /// The title on screen.
    package var title: String
    /// Explains the item in a few words.
    package var hint: String
    /// The key that selects it.
    package var letter: Character

    /// An item.
    package init(id: ID, title: String, hint: String, letter: Character) {
      self.id = id
      self.title = title
      self.hint = hint
      self.letter = letter
    }
  }

  /// The items; never empty.
  package let items: [Item]
  /// The index of the focused item.
  package private(set) var focus = 0

  /// A menu with the focus on its first item.
  package init(_ items: [Item]) {
    precondition(!items.isEmpty, "A menu needs at least one item.")
    self.items = items
  }

  /// Focuses an item, if it exists.
  package mutating func focus(on id: ID) {
    if let index = items.firstIndex(where: { $0.id == id }) { focus = index }
  }

  /// Handles a key other than a click.
  ///
  /// - Returns: the item selected; nil for none.
  package mutating func take(_ key: Key) -> ID? {
    switch key {
    case .up, .backTab, .left: focus = (focus + items.count - 1) % items.count
    case .down, .tab, .right: focus = (focus + 1) % items.count
    case .home, .pageUp: focus = 0
    case .end, .pageDown: focus = items.count - 1
    case .wheelUp: focus = max(focus - 1, 0)
    case .wheelDown: focus = min(focus + 1, items.count - 1)
    case .enter, .character(" "): return items[focus].id
    case .character(let character):
      let letter = Character(character.lowercased())
      guard let index = items.firstIndex(where: { $0.letter == letter }) else { return nil }
      focus = index
      return items[index].id
    default: break
    }
    return nil
  }

  /// Focuses the item under the pointer.
  ///
  /// - Returns: whether the focus moved.
  package mutating func point(to index: Int?) -> Bool {
    guard let index, items.indices.contains(index), index != focus else { return false }
    focus = index
    return true
  }

  /// Handles a click on an item, which selects it.
  package mutating func click(_ index: Int) -> ID? {
    guard items.indices.contains(index) else { return nil }
    focus = index
    return items[index].id
  }
}

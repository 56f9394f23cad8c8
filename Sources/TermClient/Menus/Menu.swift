// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Things to do, one below the other, one of which has the keyboard.
///
/// Each has a letter of its own that does it at once.
struct Menu<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Something to do.
  struct Item: Hashable, Sendable {
    /// Its name in the program.
    var id: ID
    /// Its name for people.
    var title: String
    /// What it does, in a few words.
    var hint: String
    /// The key that does it.
    var letter: Character
  }

  /// What there is to do, at least one thing.
  let items: [Item]
  /// The item that has the keyboard.
  private(set) var focus = 0

  /// A menu whose first item has the keyboard.
  init(_ items: [Item]) {
    precondition(!items.isEmpty, "A menu without items leads nowhere.")
    self.items = items
  }

  /// Gives an item the keyboard, if there is such an item.
  mutating func focus(on id: ID) {
    if let index = items.firstIndex(where: { $0.id == id }) { focus = index }
  }

  /// Takes a key that is no click.
  ///
  /// - Returns: what is to be done; nil if nothing.
  mutating func take(_ key: Key) -> ID? {
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

  /// The pointer came to an item, or to none.
  ///
  /// - Returns: whether another item has the keyboard by that.
  mutating func point(to index: Int?) -> Bool {
    guard let index, items.indices.contains(index), index != focus else { return false }
    focus = index
    return true
  }

  /// Takes a click on an item.
  mutating func click(_ index: Int) -> ID? {
    guard items.indices.contains(index) else { return nil }
    focus = index
    return items[index].id
  }
}

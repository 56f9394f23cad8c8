// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule

/// A dictionary of bounded size: of too many keys those that came first are dropped.
struct BoundedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Slot: Sendable {
    var value: Value
    /// The place of its key in `inOrder`, counted from the first key that ever came.
    let number: UInt64
  }

  private var slots: [Key: Slot] = [:]
  /// Keys in the order in which they came; some are gone, or came again later.
  private var inOrder: Deque<Key> = []
  /// The number of the first entry of `inOrder`.
  private var first: UInt64 = 0
  private let most: Int

  /// An empty table of at most this many keys.
  init(keeping most: Int) {
    precondition(most > 0, "A table keeps a key at least.")
    self.most = most
  }

  /// Whether the next new key may drop one.
  var isFull: Bool { inOrder.count >= most }

  /// All values, in the order in which their keys came.
  var values: [Value] {
    zip(inOrder, first...).compactMap { key, number in
      slots[key].flatMap { $0.number == number ? $0.value : nil }
    }
  }

  /// The value of a key; nil if it has none, or was dropped.
  subscript(key: Key) -> Value? { slots[key]?.value }

  /// Gives a key a value; one that is here keeps its place.
  ///
  /// - Returns: the value that is dropped for it; nil for none.
  @discardableResult
  mutating func set(_ value: Value, for key: Key) -> Value? {
    guard slots[key] == nil else {
      slots[key]?.value = value
      return nil
    }
    slots[key] = Slot(value: value, number: first + UInt64(inOrder.count))
    inOrder.append(key)
    guard inOrder.count > most, let oldest = inOrder.popFirst() else { return nil }
    defer { first += 1 }
    return slots[oldest]?.number == first ? slots.removeValue(forKey: oldest)?.value : nil
  }

  /// Removes a key.
  mutating func remove(_ key: Key) { slots[key] = nil }

  /// Removes all keys.
  mutating func removeAll() {
    slots = [:]
    first += UInt64(inOrder.count)
    inOrder = []
  }
}

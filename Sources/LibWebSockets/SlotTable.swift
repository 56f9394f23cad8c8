// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A slot of a ``SlotTable`` and the generation of its element.
struct SlotKey: Hashable, Sendable {
  let slot: UInt32
  let generation: UInt32
}

/// Elements under keys that are never reused, with access in constant time.
///
/// The key of a removed element finds nothing, even if its slot has a new element.
struct SlotTable<Element> {
  private struct Slot {
    var generation: UInt32 = 1
    var element: Element?
  }

  private var slots: [Slot] = []
  private var free: [UInt32] = []

  var count: Int { slots.count - free.count }

  /// The element under `key`; nil once it was removed.
  subscript(key: SlotKey) -> Element? {
    guard key.slot < slots.count, slots[Int(key.slot)].generation == key.generation else {
      return nil
    }
    return slots[Int(key.slot)].element
  }

  /// Adds the element that `make` builds for its own key.
  mutating func insert(_ make: (SlotKey) -> Element) -> Element {
    let slot: UInt32
    if let reused = free.popLast() {
      slot = reused
    } else {
      slot = UInt32(slots.count)
      slots.append(Slot())
    }
    let element = make(SlotKey(slot: slot, generation: slots[Int(slot)].generation))
    slots[Int(slot)].element = element
    return element
  }

  /// Removes and returns the element under `key`; nil if it is already gone.
  mutating func remove(_ key: SlotKey) -> Element? {
    guard let element = self[key] else { return nil }
    slots[Int(key.slot)].element = nil
    slots[Int(key.slot)].generation &+= 1
    free.append(key.slot)
    return element
  }

  /// All elements, in the order of their slots.
  var all: [Element] { slots.compactMap(\.element) }
}

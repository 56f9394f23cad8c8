// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A place in a ``SlotTable`` and which of its successive tenants is meant.
struct SlotKey: Hashable, Sendable {
  let slot: UInt32
  let generation: UInt32
}

/// Elements under keys that are never given twice, found in constant time.
///
/// A key whose element was removed finds nothing, even when its slot has a new tenant.
struct SlotTable<Element> {
  private struct Slot {
    var generation: UInt32 = 1
    var element: Element?
  }

  private var slots: [Slot] = []
  private var free: [UInt32] = []

  /// How many elements there are.
  var count: Int { slots.count - free.count }

  /// The element under `key`, unless it was removed.
  subscript(key: SlotKey) -> Element? {
    guard key.slot < slots.count, slots[Int(key.slot)].generation == key.generation else {
      return nil
    }
    return slots[Int(key.slot)].element
  }

  /// Adds the element `make` builds for its own key.
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

  /// Takes the element under `key` out; nil when it is gone already.
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

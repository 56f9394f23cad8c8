// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite(.timeLimit(.minutes(1)))
struct SlotTableTests {
  @Test("A key finds its element until it is removed, and nothing ever after")
  func keys() {
    var table = SlotTable<String>()
    var first: SlotKey?
    _ = table.insert { key in
      first = key
      return "one"
    }
    let key = SlotKey(slot: 0, generation: 1)
    #expect(first == key && table[key] == "one" && table.count == 1)
    #expect(table.remove(key) == "one")
    #expect(table.remove(key) == nil && table[key] == nil && table.count == 0)
    _ = table.insert { _ in "two" }
    #expect(table[key] == nil && table[SlotKey(slot: 0, generation: 2)] == "two")
    #expect(table[SlotKey(slot: 9, generation: 1)] == nil)
    #expect(table.all == ["two"])
  }

  @Test(
    "A mark returns its key and kind",
    arguments: [
      SlotKey(slot: 0, generation: 1), SlotKey(slot: 70_000, generation: .max),
      SlotKey(slot: .max >> 1, generation: 1 << 31),
    ])
  func marks(key: SlotKey) {
    if case .connection(key) = SocketMark(SocketMark.connection(key).pointer) {
    } else {
      Issue.record("A connection's mark was not recognised.")
    }
    if case .listener(key) = SocketMark(SocketMark.listener(key).pointer) {
    } else {
      Issue.record("A listener's mark was not recognised.")
    }
    #expect(SocketMark(nil) == nil)
  }
}

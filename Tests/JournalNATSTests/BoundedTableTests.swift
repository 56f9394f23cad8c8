// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import JournalNATS

@Suite("A table of bounded size", .timeLimit(.minutes(1)))
struct BoundedTableTests {
  @Test("drops the keys that came first, and says which value went")
  func bounded() {
    var table = BoundedTable<String, Int>(keeping: 2)
    var dropped = [table.set(1, for: "a"), table.set(2, for: "a"), table.set(3, for: "b")]
    #expect(dropped == [nil, nil, nil] && table["a"] == 2 && table["b"] == 3)
    // A new value does not make a key a newer one.
    dropped = [table.set(4, for: "a"), table.set(5, for: "c"), table.set(6, for: "d")]
    #expect(dropped == [nil, 4, 3])
    #expect(["a", "b", "c", "d"].map { table[$0] } == [nil, nil, 5, 6])
  }

  @Test("keeps a key that was removed and came again among the newest")
  func again() {
    var table = BoundedTable<String, Int>(keeping: 3)
    for (value, key) in ["a", "b", "c"].enumerated() { table.set(value, for: key) }
    table.remove("b")
    table.remove("nothing")
    #expect(table["b"] == nil)
    let dropped = [table.set(7, for: "b"), table.set(8, for: "d"), table.set(9, for: "e")]
    #expect(dropped == [0, nil, 2], "The former place of b is one of those that count.")
    #expect(["b", "d", "e"].map { table[$0] } == [7, 8, 9])
  }

  @Test("holds no more than it is to, whatever comes and goes")
  func size() {
    var table = BoundedTable<Int, Int>(keeping: 8)
    for step in 0..<1000 {
      table.set(step, for: step % 37)
      if step % 3 == 0 { table.remove((step * 7) % 37) }
      #expect((0..<37).count { table[$0] != nil } <= 8)
    }
  }
}

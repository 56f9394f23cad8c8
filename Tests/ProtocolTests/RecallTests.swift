// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Protocol

@Suite("Recall", .timeLimit(.minutes(1)))
struct RecallTests {
  @Test(
    "is better by its share, then by its number",
    arguments: [
      ((3, 4), (2, 3), true), ((2, 3), (3, 4), false), ((4, 6), (2, 3), true),
      ((2, 3), (2, 3), false), ((0, 0), (0, 5), false), ((1, 5), (0, 0), true),
      ((32_767, 32_767), (32_766, 32_767), true),
    ] as [((Int, Int), (Int, Int), Bool)])
  func better(_ one: (Int, Int), _ other: (Int, Int), isBetter: Bool) {
    let (one, other) = (
      Recall(found: one.0, chances: one.1), Recall(found: other.0, chances: other.1)
    )
    #expect(one.isBetter(than: other) == isBetter)
  }

  @Test("a player's ID has 32 characters of base 32")
  func identities() {
    let id = String(repeating: "a2", count: 16)
    #expect(
      KeyProof.isPlayerID(id) && KeyProof.isPlayerID(KeyProof.playerID(hash: [1, 2, 3])) == false)
    for text in ["", "Ada", id + "a", id.uppercased(), String(repeating: "1", count: 32)] {
      #expect(!KeyProof.isPlayerID(text))
    }
  }
}

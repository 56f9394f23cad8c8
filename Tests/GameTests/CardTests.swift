// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Card identity", .timeLimit(.minutes(1)))
struct CardTests {
  @Test(
    "is generation times 64 plus slot",
    arguments: [(0, 0, 0), (1, 0, 64), (1, 63, 127), (7, 5, 453), (67_108_863, 63, .max)]
      as [(UInt32, Int, UInt32)])
  func rawValue(generation: UInt32, slot: Int, rawValue: UInt32) {
    let card = CardID(generation: generation, slot: slot)
    #expect(card.rawValue == rawValue)
    #expect(CardID(rawValue: rawValue) == card)
    #expect(card.generation == generation)
    #expect(card.slot == slot)
  }

  @Test("orders by deal, then by slot")
  func order() {
    #expect(CardID(generation: 1, slot: 63) < CardID(generation: 2, slot: 0))
    #expect(Face(1) < Face(2))
  }
}

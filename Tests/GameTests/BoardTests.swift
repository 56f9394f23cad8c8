// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Board", .timeLimit(.minutes(1)))
struct BoardTests {
  @Test(
    "fits each deck as people would lay it out",
    arguments: [
      (4, 2, 2), (6, 2, 3), (8, 2, 4), (10, 2, 5), (12, 3, 4), (14, 3, 5), (16, 4, 4), (18, 3, 6),
      (20, 4, 5), (22, 4, 6), (24, 4, 6), (26, 4, 7), (28, 4, 7), (30, 5, 6), (32, 4, 8),
      (34, 5, 7), (36, 4, 9), (38, 5, 8), (40, 5, 8), (42, 6, 7), (44, 5, 9), (46, 6, 8),
      (48, 6, 8), (50, 5, 10), (52, 6, 9), (54, 6, 9), (56, 7, 8), (58, 6, 10), (60, 6, 10),
      (62, 7, 9), (64, 8, 8),
    ])
  func table(cards: Int, rows: Int, columns: Int) {
    let board = Board.fitting(cards: cards)
    #expect(board.rows == rows)
    #expect(board.columns == columns)
    #expect((0...2).contains(rows * columns - cards), "Few places stay empty.")
  }
}

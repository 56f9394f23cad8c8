// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Stage
import Testing

@testable import MatchUI

@Suite("Cursor", .timeLimit(.minutes(1)))
struct BoardCursorTests {
  @Test("It reaches every place, skips none and stops at the edges")
  func moves() {
    let table = Table(rows: 3, columns: 4)
    var cursor = BoardCursor()
    func go(_ direction: TableAction.Direction, _ count: Int) -> [Int] {
      (0..<count).map { _ in
        cursor.move(direction, on: table)
        return cursor.place
      }
    }
    #expect(go(.right, 4) == [1, 2, 3, 3])
    #expect(go(.down, 3) == [7, 11, 11])
    #expect(go(.left, 4) == [10, 9, 8, 8])
    #expect(go(.up, 3) == [4, 0, 0])
  }

  @Test("It stays on the table when the table changes")
  func settles() {
    var cursor = BoardCursor()
    cursor.point(to: 99, on: Table(rows: 3, columns: 4))
    #expect(cursor.place == 11)
    cursor.settle(on: Table(rows: 2, columns: 2))
    #expect(cursor.place == 3)
    cursor.move(.left, on: Table(rows: 0, columns: 0))
    #expect(cursor.place == 0)
    cursor.point(to: -5, on: Table(rows: 2, columns: 2))
    #expect(cursor.place == 0)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Stage
import Testing

@Suite("Table", .timeLimit(.minutes(1)))
struct TableTests {
  @Test("Places lie a card and a gap apart, and half a gap from the edge")
  func places() {
    let table = Table(rows: 2, columns: 3)
    #expect(table.places == 0..<6)
    #expect(table.centre(of: 0) == Point(x: 1.25, y: 1.75))
    #expect(table.centre(of: 5) == Point(x: 6.25, y: 5.25))
    #expect(table.width == 7.5 && table.height == 7)
    #expect(table.centre == Point(x: 3.75, y: 3.5))
    #expect(table.centre(of: 6) == nil && table.centre(of: -1) == nil)
  }
}

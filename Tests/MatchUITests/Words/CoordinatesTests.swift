// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Stage
import Testing

@testable import MatchUI

@Suite("Coordinates", .timeLimit(.minutes(1)))
struct CoordinatesTests {
  @Test("Every place of every table has a name that leads back to it")
  func roundTrip() {
    for (rows, columns) in [(1, 1), (4, 5), (8, 8), (3, 27), (64, 64)] {
      let table = Table(rows: rows, columns: columns)
      for place in table.places {
        #expect(Coordinates.place(Coordinates.name(place, columns: columns), on: table) == place)
      }
    }
  }

  @Test("Names are letters and rows from 1")
  func names() {
    #expect(Coordinates.name(11, columns: 5) == "B3")
    #expect(Coordinates.name(26, columns: 27) == "AA1")
    #expect(Coordinates.name(3, columns: 0) == "?" && Coordinates.name(-1, columns: 4) == "?")
  }

  @Test(
    "Text that names no place on the table is rejected",
    arguments: ["", "A", "1", "A0", "F1", "A5", "AAA1", "A1B", "A 1", "Ä1", "a-1", "A99999999999"])
  func none(text: String) {
    #expect(Coordinates.place(text, on: Table(rows: 4, columns: 5)) == nil)
  }
}

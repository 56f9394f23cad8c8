// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Journal
import Lobby
import Testing

@Suite("Numbers of places", .timeLimit(.minutes(1)))
struct PlaceNumbersTests {
  private let code = RoomCode("K7QF2")

  @Test("call a row stale that is older than one known, and no other")
  func stale() {
    var numbers = PlaceNumbers()
    // The second is the same row, written twice.
    let answers = [5, 5, 4, 9, 8].map { numbers.note($0, of: code) }
    #expect(answers == [true, true, false, true, false])
    let other = numbers.note(4, of: RoomCode("K7QF3"))
    #expect(other)
  }

  @Test("believe rows without a number")
  func unnumbered() {
    var numbers = PlaceNumbers()
    let answers = [nil, 5, nil, 4].map { numbers.note($0, of: code) }
    #expect(answers == [true, true, true, false])
  }

  @Test("begin anew with a room that has closed")
  func closed() {
    var numbers = PlaceNumbers()
    let before = numbers.note(5, of: code)
    numbers.forget(code)
    let after = numbers.note(4, of: code)
    #expect(before && after)
  }
}

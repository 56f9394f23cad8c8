// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Entry", .timeLimit(.minutes(1)))
struct EntryTests {
  @Test("is shown at its time, a flip at its reveal and never before its time")
  func shownAt() {
    let at = ServerTime(microseconds: 100)
    #expect(Entry(seq: 1, at: at, event: .unrecognized).shownAt == at)
    for (revealAt, shown) in [(at + .microseconds(5), at + .microseconds(5)), (.zero, at)] {
      let flip = Event.Flipped(
        seat: SeatIndex(0), card: CardID(rawValue: 64), face: Face(0), salt: [],
        revealAt: revealAt, judgedAt: at, bonus: Bonus(remainingMilliseconds: 0), outcome: .first)
      #expect(Entry(seq: 1, at: at, event: .flipped(flip)).shownAt == shown)
    }
  }
}

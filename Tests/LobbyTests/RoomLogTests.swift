// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import Lobby

@Suite("A room's log", .timeLimit(.minutes(1)))
struct RoomLogTests {
  /// Entries with the given numbers.
  private func entries(_ numbers: ClosedRange<UInt64>) -> [Entry] {
    numbers.map { Entry(seq: $0, at: .zero + .seconds(Int64($0)), event: .ownerChanged(nil)) }
  }

  @Test("finds entries by their numbers, whether it is whole or begins at a base")
  func numbers() {
    let whole = RoomLog(entries(1...5))
    var later = RoomLog(after: 700)
    #expect(later.isEmpty && later.lastSeq == 700)
    later.append(entries(701...705))
    #expect(whole.lastSeq == 5 && later.lastSeq == 705)
    #expect(whole[1].seq == 1 && later[701].seq == 701)
    #expect(whole.entries(after: 3).map(\.seq) == [4, 5])
    #expect(later.entries(after: 700).map(\.seq) == Array(701...705))
    #expect(later.entries(after: 702, through: 704).map(\.seq) == [703, 704])
    #expect(later.entries(after: 705).isEmpty)
  }

  @Test("drops its oldest entries, and takes back its latest")
  func drops() {
    var log = RoomLog(entries(1...9))
    log.drop(through: 4)
    #expect(log.start == 4 && log.lastSeq == 9)
    #expect(log.entries(after: 4).map(\.seq) == Array(5...9))
    log.removeEntries(after: 6)
    #expect(log.entries.map(\.seq) == [5, 6] && log.lastSeq == 6)
    log.append(entries(7...7))
    log.drop(through: 7)
    #expect(log.isEmpty && log.start == 7 && log.lastSeq == 7)
  }
}

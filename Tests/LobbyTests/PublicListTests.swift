// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import Lobby

@Suite("The public list", .timeLimit(.minutes(1)))
struct PublicListTests {
  private func summary(_ room: Int, taken: Int = 0) -> RoomSummary {
    RoomSummary(
      code: "\(room)", settings: MatchSettings(), seatsTaken: taken, phase: .waiting, spectators: 0)
  }

  @Test("keeps rooms in the order of listing, whatever changes or leaves in between")
  func order() {
    var list = PublicList()
    for room in 0..<4 { list.put(summary(room), for: RoomID("\(room)")) }
    list.remove(RoomID("1"))
    list.remove(RoomID("1"))
    list.put(summary(2, taken: 1), for: RoomID("2"))
    list.put(summary(1), for: RoomID("1"))
    #expect(list.latest == [summary(0), summary(2, taken: 1), summary(3), summary(1)])
  }

  @Test("holds no more gaps than rooms, and loses none by closing them")
  func churn() {
    var list = PublicList()
    for room in 0..<1_000 {
      list.put(summary(room), for: RoomID("\(room)"))
      if room >= 10, room != 500 { list.remove(RoomID("\(room - 10)")) }
    }
    #expect(list.latest.map(\.code) == (["490"] + (990..<1_000).map { "\($0)" }))
    #expect(list.lineCount <= 2 * 11 + 17)
  }

  @Test("gives the latest rooms, in order, of more than anybody reads")
  func latest() {
    var list = PublicList()
    for room in 0..<5_000 { list.put(summary(room), for: RoomID("\(room)")) }
    list.remove(RoomID("4999"))
    let shown = 4_999 - LobbyLimits.roomsListed..<4_999
    #expect(list.latest.map(\.code) == shown.map { "\($0)" })
  }
}

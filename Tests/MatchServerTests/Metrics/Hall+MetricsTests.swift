// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol
import Testing

@testable import MatchServer

@Suite("What a hall counts", .timeLimit(.minutes(1)))
struct HallMetricsTests {
  private func refusals(_ hall: ScriptedHall) -> [RefusalCode: UInt64] {
    Dictionary(zip(MetricsBook.codes, hall.hall.book.refusals).filter { $0.1 > 0 }) { $1 }
  }

  private func closings(_ hall: ScriptedHall) -> [RefusalCode: UInt64] {
    Dictionary(zip(MetricsBook.codes, hall.hall.book.closings).filter { $0.1 > 0 }) { $1 }
  }

  @Test("are requests by kind, whether they are granted, refused or not even heard")
  func requests() {
    var hall = ScriptedHall()
    let ada = hall.open("Ada")
    _ = hall.create(MatchSettings(seats: 2), over: ada)
    hall.say(
      .quickMatch(QuickMatch(id: hall.nextID(), mode: .classic, seats: 2, isRated: false)),
      over: ada)
    hall.join("AAAAA", .player, over: hall.open("Bob"))
    for _ in 0..<40 {
      hall.say(
        .intent(IntentRequest(id: hall.nextID(), seenSeq: 1_000, intent: .deal)), over: ada)
    }
    hall.say(.leaveRoom(id: hall.nextID()), over: ada)
    let book = hall.hall.book
    #expect(book[.createRoom] == 1 && book[.quickMatch] == 1 && book[.joinRoom] == 1)
    #expect(book[.leaveRoom] == 0, "The link was ended before.")
    let asked = book[.intent]
    let counted = refusals(hall)
    #expect(counted[.roomAlreadyIn] == 1 && counted[.roomUnknownCode] == 1)
    #expect(counted[.limitTooFast] == UInt64(LinkPace.refusals))
    #expect(closings(hall) == [.limitTooFast: 1])
    #expect(asked > 20 && asked < 40)
    #expect(
      UInt64(hall.refusals(ada).count + 1) == counted.values.reduce(0, +),
      "Each refusal that was told is counted once.")
  }

  @Test("are readers that do not keep up, by what is done about them")
  func readers() {
    let limits = BacklogLimits()
    var hall = ScriptedHall()
    let code = hall.create(MatchSettings(seats: 2), over: hall.open("Ada"))
    let viewer = hall.open("Bob")
    hall.join(code, .spectator, over: viewer)
    hall.feed(.waiting(viewer, bytes: limits.mergeAbove + 1))
    hall.feed(.waiting(viewer, bytes: limits.mergeAbove + 2))
    #expect(hall.hall.book[.readersMerged] == 1, "It was behind already.")
    hall.feed(.waiting(viewer, bytes: 0))
    #expect(hall.hall.book[.readersRefreshed] == 0, "It only had to be sent what waited.")
    hall.feed(.waiting(viewer, bytes: limits.refreshAbove + 1))
    hall.feed(.waiting(viewer, bytes: 0))
    #expect(hall.hall.book[.readersRefreshed] == 1)
    hall.feed(.waiting(viewer, bytes: limits.closeAbove + 1))
    #expect(hall.hall.book[.readersClosed] == 1)
    #expect(closings(hall) == [.slowBehind: 1])
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing

@Suite("A server takes its leave", .timeLimit(.minutes(1)))
struct FarewellTests {
  private func closings(_ hall: ScriptedHall, _ link: LinkID) -> [Closing] {
    (hall.received[link] ?? []).compactMap {
      if case .closing(let closing) = $0 { closing } else { nil }
    }
  }

  private func refusals(_ hall: ScriptedHall, _ link: LinkID) -> [RefusalCode] {
    (hall.received[link] ?? []).compactMap {
      if case .refused(_, let refusal) = $0 { refusal.code } else { nil }
    }
  }

  private func closes(_ hall: ScriptedHall) -> [LinkID: UInt16] {
    hall.outputs.reduce(into: [:]) { all, output in
      if case .close(let link, let code, _) = output { all[link] = code }
    }
  }

  @Test(
    "by telling everyone once whether and when to come back, then closing",
    arguments: [
      (Farewell.restarting(retryAfter: .seconds(1)), "server/restarting", 1001),
      (.stopping, "server/stopping", 1001),
    ] as [(Farewell, String, UInt16)])
  func tells(farewell: Farewell, code: String, closeCode: UInt16) throws {
    var hall = ScriptedHall()
    let (ada, eve) = (hall.open("Ada"), hall.open("Eve", .json))
    let room = hall.create(MatchSettings(), over: ada)
    hall.join(room, .spectator, over: eve, .json)
    let silent = LinkID(99)
    hall.feed(.opened(silent, .proto))
    hall.feed(.leave(farewell))
    hall.feed(.leave(farewell))
    for link in [ada, eve, silent] {
      let told = try #require(closings(hall, link).first)
      #expect(closings(hall, link).count == 1)
      #expect(told.code == code)
      let wait: Duration? = farewell == .stopping ? nil : .seconds(1)
      #expect(told.retryAfter == wait)
      #expect(closes(hall)[link] == closeCode)
    }
    #expect(hall.hall.nextWake == nil, "Nothing is left to do.")
  }

  @Test("after what waits for the journal has landed, and its answers have gone out")
  func flushes() throws {
    var hall = ScriptedHall()
    let ada = hall.open("Ada")
    _ = hall.create(MatchSettings(seats: 2), over: ada)
    hall.isJournalWaiting = true
    let id = hall.nextID()
    let ready = IntentRequest(
      id: id, seenSeq: hall.seq(ada), intent: .ready(entropyCommit: []))
    hall.say(.intent(ready), over: ada)
    hall.feed(.leave(.restarting(retryAfter: .seconds(1))))
    #expect(closings(hall, ada).isEmpty)
    #expect(!hall.hall.isFlushed)
    hall.land()
    #expect(hall.hall.isFlushed)
    let last = try #require(hall.received[ada]).suffix(2)
    guard case .entry(let entry) = last.first, case .closing = last.last else {
      Issue.record("\(last)")
      return
    }
    #expect(entry.cause?.request == id)
  }

  @Test("within a second, whatever the journal does")
  func limit() {
    var hall = ScriptedHall()
    let ada = hall.open("Ada")
    hall.isJournalWaiting = true
    _ = hall.create(MatchSettings(), over: ada)
    hall.feed(.leave(.stopping))
    hall.pass(.milliseconds(999))
    #expect(closings(hall, ada).isEmpty)
    hall.pass(.milliseconds(1))
    #expect(closings(hall, ada).count == 1)
  }

  @Test("and meanwhile opens no rooms, greets nobody, and takes no requests that it would lose")
  func drains() {
    var hall = ScriptedHall()
    let (ada, bob) = (hall.open("Ada"), hall.open("Bob"))
    hall.isJournalWaiting = true
    _ = hall.create(MatchSettings(), over: ada)
    hall.feed(.leave(.restarting(retryAfter: .seconds(1))))
    let outputs = hall.outputs.count
    hall.say(.createRoom(id: hall.nextID(), settings: MatchSettings()), over: bob)
    #expect(refusals(hall, bob) == [.serverRestarting])
    hall.say(.leaveRoom(id: hall.nextID()), over: bob)
    hall.say(.listRooms(watch: true), over: bob)
    #expect(hall.outputs.count == outputs + 1)
    let late = hall.open("Eve")
    #expect(closings(hall, late).first?.code == "server/restarting")
    #expect(closings(hall, bob).isEmpty)
  }
}

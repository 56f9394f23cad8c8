// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Testing

@testable import JournalSQLite

@Suite("The tail of a journal", .timeLimit(.minutes(1)))
struct JournalTailTests {
  private let one = RoomID("one")
  private let two = RoomID("two")

  @Test("knows where the logs end that are ahead of their rooms' rows")
  func ends() {
    var tail = JournalTail()
    #expect(tail.isEmpty && tail[one] == nil && tail.sum == 0)
    tail.open(one)
    #expect(tail.isEmpty)
    tail.append(LogEnd(seq: 2, checksum: 5), number: 1, of: one)
    tail.append(LogEnd(seq: 3, checksum: 7), number: 2, of: one)
    tail.append(LogEnd(seq: 9, checksum: .max), number: 3, of: two)
    tail.append(LogEnd(seq: 4, checksum: -2), number: 4, of: one)
    #expect(tail[one] == LogEnd(seq: 4, checksum: -2))
    #expect(tail[two] == LogEnd(seq: 9, checksum: .max))
    #expect(tail.sum == Int64.max &+ 10)
    #expect(tail.rooms == [one, two] && tail.numbers(of: one) == [1, 2, 4])
    #expect(tail.firstNumber == 1 && tail.lastNumber == 4)
    tail.settle(one)
    #expect(tail[one] == nil && tail.rooms == [two] && tail.sum == .max)
    #expect(tail.firstNumber == 3 && tail.numbers(of: one) == [])
    tail.settle(one)
    tail.settle(two)
    #expect(tail.isEmpty && tail.sum == 0 && tail.firstNumber == 5)
    tail.compare(with: 0)
    #expect(!tail.isBroken && tail.storedSum == 0)
    tail.compare(with: 7)
    tail.append(LogEnd(seq: 2, checksum: 3), number: 5, of: two)
    #expect(tail.isBroken && tail.sum == 3 && tail.storedSum == 10)
    tail.settle(two)
    #expect(tail.isBroken && tail.storedSum == 7)
    tail.acceptLoss()
    #expect(!tail.isBroken && tail.storedSum == 0)
    tail.skip(to: 9)
    tail.skip(to: 2)
    #expect(tail.lastNumber == 9)
  }

  @Test("names the room whose row has lacked an entry for too long")
  func due() {
    var tail = JournalTail(mostEntries: 3)
    func append(_ number: Int64, _ room: RoomID) {
      tail.append(LogEnd(seq: UInt64(number), checksum: number), number: number, of: room)
    }
    append(1, one)
    append(2, two)
    append(3, one)
    #expect(tail.nextDue() == nil)
    append(4, one)
    #expect(tail.nextDue() == one)
    #expect(tail.nextDue(after: JournalTail.mostRooms) == nil, "The next commit may write it.")
    tail.settle(one)
    #expect(tail.nextDue() == nil)
    append(5, one)
    #expect(tail.nextDue() == two)
    #expect(tail.rooms == [two, one])
    tail.settle(two)
    tail.settle(one)
    #expect(tail.nextDue() == nil)
    append(6, two)
    #expect(tail.nextDue() == nil, "It lacks its first entry only now.")
    append(12, one)
    #expect(tail.nextDue(after: JournalTail.mostRooms) == two, "That is far behind.")
  }

  @Test("knows each member's highest request if it knows the whole log")
  func requests() {
    var tail = JournalTail()
    let (ana, ben) = (ActorNumber(1), ActorNumber(2))
    tail.note(RequestID(3), of: ana, in: one)
    #expect(tail.takeRequests(of: one) == nil)
    tail.open(one)
    for (request, actor) in [(UInt64(3), ana), (9, ben), (7, ana), (5, ana)] {
      tail.note(RequestID(request), of: actor, in: one)
    }
    #expect(tail.takeRequests(of: one) == [ana: RequestID(7), ben: RequestID(9)])
    #expect(tail.takeRequests(of: one) == nil)
    let entries = [(UInt64(1), UInt64(3)), (2, 8), (3, 6)].map { seq, request in
      Entry(
        seq: seq, at: .zero, cause: Cause(actor: ana, request: RequestID(request)),
        event: .vacated(SeatIndex(1)))
    }
    let automatic = Entry(seq: 4, at: .zero, event: .vacated(SeatIndex(2)))
    #expect(JournalTail.requests(in: entries + [automatic]) == [ana: RequestID(8)])
  }
}

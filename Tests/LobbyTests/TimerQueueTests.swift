// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import Lobby

@Suite("Wake book", .timeLimit(.minutes(1)))
struct TimerQueueTests {
  private let room = TimerQueue.Subject.room(RoomID("a"))
  private let other = TimerQueue.Subject.room(RoomID("b"))
  private let session = TimerQueue.Subject.session(SessionID("a"))

  private func at(_ seconds: Int64) -> ServerTime {
    ServerTime(microseconds: seconds * 1_000_000)
  }

  @Test("brings up each subject once, at its earliest time, in order")
  func order() {
    var book = TimerQueue()
    book.arm(room, at: at(30))
    book.arm(session, at: at(20))
    book.arm(room, at: at(10))
    book.arm(room, at: at(40))
    #expect(book.next == at(10))
    #expect(book.popDue(by: at(9)) == nil)
    #expect(book.popDue(by: at(50)) == room)
    #expect(book.popDue(by: at(50)) == session)
    #expect(book.popDue(by: at(50)) == nil)
    #expect(book.next == nil)
  }

  @Test("brings up again only what is armed again, and not what is disarmed")
  func again() {
    var book = TimerQueue()
    book.arm(room, at: at(10))
    book.arm(other, at: at(11))
    book.disarm(other)
    #expect(book.popDue(by: at(10)) == room)
    book.arm(room, at: at(10))
    #expect(book.popDue(by: at(20)) == room)
    #expect(book.popDue(by: at(20)) == nil)
  }

  @Test("stays small however often wakes move forward, and loses none")
  func small() {
    var book = TimerQueue()
    book.arm(session, at: at(100_000))
    for turn in 0..<Int64(5000) {
      book.arm(room, at: at(turn + 30_000))
      book.arm(room, at: at(turn))
      #expect(book.popDue(by: at(turn)) == room)
      #expect(book.count <= 2 * 2 + TimerQueue.slack + 1)
    }
    book.arm(room, at: at(90_000))
    #expect(book.popDue(by: at(100_000)) == room)
    #expect(book.popDue(by: at(100_000)) == session)
    #expect(book.popDue(by: at(100_000)) == nil)
  }
}

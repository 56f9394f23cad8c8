// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import Lobby

@Suite("Timer queue", .timeLimit(.minutes(1)))
struct TimerQueueTests {
  private let room = RoomDirectory.TimerSubject.room(RoomID("a"))
  private let other = RoomDirectory.TimerSubject.room(RoomID("b"))
  private let session = RoomDirectory.TimerSubject.session(SessionID("a"))

  private func at(_ seconds: Int64) -> ServerTime {
    ServerTime(microseconds: seconds * 1_000_000)
  }

  @Test("brings up each subject once, at its earliest time, in order")
  func order() {
    var queue = TimerQueue<RoomDirectory.TimerSubject>()
    queue.arm(room, at: at(30))
    queue.arm(session, at: at(20))
    queue.arm(room, at: at(10))
    queue.arm(room, at: at(40))
    #expect(queue.next == at(10))
    #expect(queue.popDue(by: at(9)) == nil)
    #expect(queue.popDue(by: at(50)) == room)
    #expect(queue.popDue(by: at(50)) == session)
    #expect(queue.popDue(by: at(50)) == nil)
    #expect(queue.next == nil)
  }

  @Test("fires again only if armed again, and never after being disarmed")
  func again() {
    var queue = TimerQueue<RoomDirectory.TimerSubject>()
    queue.arm(room, at: at(10))
    queue.arm(other, at: at(11))
    queue.disarm(other)
    #expect(queue.popDue(by: at(10)) == room)
    queue.arm(room, at: at(10))
    #expect(queue.popDue(by: at(20)) == room)
    #expect(queue.popDue(by: at(20)) == nil)
  }

  @Test("stays small however often wakes move forward, and loses none")
  func small() {
    var queue = TimerQueue<RoomDirectory.TimerSubject>()
    queue.arm(session, at: at(100_000))
    for turn in 0..<Int64(5000) {
      queue.arm(room, at: at(turn + 30_000))
      queue.arm(room, at: at(turn))
      #expect(queue.popDue(by: at(turn)) == room)
      #expect(queue.count <= 2 * 2 + TimerQueue<RoomDirectory.TimerSubject>.slack + 1)
    }
    queue.arm(room, at: at(90_000))
    #expect(queue.popDue(by: at(100_000)) == room)
    #expect(queue.popDue(by: at(100_000)) == session)
    #expect(queue.popDue(by: at(100_000)) == nil)
  }
}

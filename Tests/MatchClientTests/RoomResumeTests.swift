// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import MatchClient

@Suite("The resumption of a room", .timeLimit(.minutes(1)))
struct RoomResumeTests {
  private let now = LocalTime(microseconds: 1_000_000)
  private var resume = RoomResume()

  @Test("is due on a connection with a room, and done once the room is joined")
  mutating func joined() {
    #expect(!resume.isPending)
    resume.connected(hasRoom: false)
    #expect(!resume.isPending)
    resume.connected(hasRoom: true)
    #expect(resume.isDue && resume.isUnderWay && resume.isPending)
    resume.sent(as: RequestID(3))
    #expect(!resume.isDue && resume.isUnderWay && resume.isAnswered(by: RequestID(3)))
    resume.joined(by: RequestID(2))
    #expect(resume.isUnderWay, "That was the answer to another request.")
    resume.joined(by: RequestID(3))
    #expect(!resume.isPending)
  }

  @Test("is ended by a room that the client is put into")
  mutating func unsolicited() {
    resume.connected(hasRoom: true)
    resume.sent(as: RequestID(3))
    resume.joined(by: nil)
    #expect(!resume.isPending)
  }

  @Test("is due again half a second after a temporary failure")
  mutating func retry() {
    resume.connected(hasRoom: true)
    resume.sent(as: RequestID(3))
    resume.retry(after: now)
    #expect(resume.isPending && !resume.isUnderWay && !resume.isAnswered(by: RequestID(3)))
    #expect(resume.retryAt == now + .milliseconds(500))
    resume.tick(at: now + .milliseconds(499))
    #expect(!resume.isDue)
    resume.tick(at: now + .milliseconds(500))
    #expect(resume.isDue && resume.retryAt == nil)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchFixtures
import Testing

@testable import MatchUI

@Suite("Notices about a lost connection", .timeLimit(.minutes(1)))
struct InterruptionTests {
  private let start = LocalTime(microseconds: 5_000_000)

  private func interruption(retryIn wait: Duration, cause: DisconnectCause = .silence)
    -> Interruption
  {
    let core = ClientCore(
      agent: "test", name: "Ada", key: [UInt8](repeating: 1, count: 32), hashing: .toy)
    return Interruption(core, retryAt: start + wait, cause: cause, at: start)
  }

  @Test("are not shown for short breaks")
  func short() {
    let lost = interruption(retryIn: .milliseconds(50))
    #expect(!lost.isWorthTelling(at: start + .milliseconds(499)))
    #expect(lost.isWorthTelling(at: start + .milliseconds(500)))
    #expect(lost.nextChange(after: start) == start + .milliseconds(500))
  }

  @Test("count down to each attempt")
  func counts() {
    var lost = interruption(retryIn: .seconds(4))
    let now = start + .seconds(1)
    #expect(lost.notice(at: now) == "Connection lost; trying again (3 s)…")
    #expect(lost.nextChange(after: now) == start + .seconds(2))
    let last = start + .milliseconds(3500)
    #expect(lost.notice(at: last) == "Connection lost; trying again…")
    #expect(lost.nextChange(after: last) == nil)
    lost.attemptFailed(retryAt: start + .seconds(9))
    #expect(lost.notice(at: start + .seconds(4)) == "Connection lost; trying again (5 s)…")
  }

  @Test("name the cause that the server gave: a restart or a refusal")
  func announced() {
    let lost = interruption(retryIn: .milliseconds(1300), cause: .restart)
    #expect(
      lost.notice(at: start) == "The server is restarting; trying again (2 s)…")
    #expect(
      lost.notice(at: start + .seconds(1))
        == "The server is restarting; trying again…")
    let refused = interruption(retryIn: .seconds(5), cause: .refusal(reason: "It is full."))
    #expect(
      refused.notice(at: start) == "The server refused the connection; trying again (5 s)…")
  }

  @Test("mention nothing missed without a table")
  func nothingMissed() {
    let core = ClientCore(
      agent: "test", name: "Ada", key: [UInt8](repeating: 1, count: 32), hashing: .toy)
    #expect(interruption(retryIn: .zero).missed(core) == nil)
    #expect(interruption(retryIn: .zero).end == "Connected.")
    let inRoom = SessionTester(ScriptedMatch(), seat: 0)
    #expect(Interruption(inRoom.core, retryAt: start, at: start).end == "Connected again.")
  }
}

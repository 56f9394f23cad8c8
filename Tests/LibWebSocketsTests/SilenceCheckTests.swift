// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite("A check for silence", .timeLimit(.minutes(1)))
struct SilenceCheckTests {
  /// Pings after 20 s, gives up after 30.
  private let options = ConnectionOptions()

  @Test("waits for the whole seconds since the peer was heard, then pings, then gives up")
  func silence() {
    var check = SilenceCheck(at: 100)
    #expect(check.judge(at: 100, options) == .wait(21))
    #expect(check.judge(at: 120, options) == .wait(1))
    #expect(check.judge(at: 121, options) == .ping(10))
    #expect(check.judge(at: 130, options) == .wait(1))
    #expect(check.judge(at: 131, options) == .giveUp)
  }

  @Test("does not ping a peer that has been heard from in the meantime")
  func talk() {
    var check = SilenceCheck(at: 0)
    for now in stride(from: 21, through: 2_100, by: 21) {
      check.hear(at: now - 1)
      #expect(check.judge(at: now, options) == .wait(20))
    }
  }

  @Test(
    "counts anything heard after the ping as its answer, in the same second too",
    arguments: [(21, 11), (25, 15), (30, 20)])
  func answer(heardAt: Int, wait: Int) {
    var check = SilenceCheck(at: 0)
    #expect(check.judge(at: 21, options) == .ping(10))
    check.hear(at: heardAt)
    #expect(check.judge(at: 31, options) == .wait(wait))
    #expect(check.judge(at: 31 + wait, options) == .ping(10))
    #expect(check.judge(at: 41 + wait, options) == .giveUp)
  }

  @Test("gives a peer its time to answer even if it is asked late")
  func late() {
    var check = SilenceCheck(at: 0)
    #expect(check.judge(at: 500, options) == .ping(10))
    #expect(check.judge(at: 509, options) == .wait(1))
    #expect(check.judge(at: 510, options) == .giveUp)
  }

  @Test("pings again in time a peer that may take longer to answer than to be pinged")
  func patience() {
    var options = ConnectionOptions()
    options.pingAfter = .seconds(1)
    options.hangUpAfter = .seconds(6)
    var check = SilenceCheck(at: 0)
    for now in [2, 4, 6] {
      #expect(check.judge(at: now, options) == .ping(2))
      check.hear(at: now)
    }
    #expect(check.judge(at: 8, options) == .ping(2))
    #expect(check.judge(at: 10, options) == .wait(3))
    #expect(check.judge(at: 13, options) == .giveUp)
  }

  @Test("keeps to each connection's own options, in whole seconds")
  func ownOptions() {
    var options = ConnectionOptions()
    options.pingAfter = .milliseconds(1_900)
    options.hangUpAfter = .seconds(3)
    var check = SilenceCheck(at: 0)
    #expect(check.judge(at: 0, options) == .wait(2))
    #expect(check.judge(at: 2, options) == .ping(2))
    #expect(check.judge(at: 4, options) == .giveUp)
  }
}

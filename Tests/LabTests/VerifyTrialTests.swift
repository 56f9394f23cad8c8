// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lab

@Suite("Verify trial", .timeLimit(.minutes(2)))
struct VerifyTrialTests {
  @Test("accepts every random match's replay and refuses each with one byte changed")
  func matches() async {
    var outcome = VerifyTrial.Outcome()
    for number in UInt64(0)..<40 {
      VerifyTrial(seed: 1000).tryMatch(number, &outcome)
      await Task.yield()
    }
    #expect(outcome.failures == [])
    #expect(outcome.accepted == 40 && outcome.refused == 40)
    #expect(outcome.kinds.count > 12)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lab

@Suite("Trap notice", .timeLimit(.minutes(1)))
struct TrapNoticeTests {
  @Test("names the run that trapped, and the process still ends")
  func trap() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      TrapNotice.install()
      TrapNotice.set("seed 6: trapped\n")
      TrapNotice.set("seed 7: trapped\n")
      fatalError("A run that traps.")
    }
    let told = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(told.contains("seed 7: trapped"))
    #expect(!told.contains("seed 6"))
  }
}

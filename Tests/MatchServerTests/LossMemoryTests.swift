// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import MatchServer

@Suite("The memory of losses", .timeLimit(.minutes(1)))
struct LossMemoryTests {
  private func time(_ seconds: Int64) -> ServerTime {
    ServerTime(microseconds: seconds * 1_000_000)
  }

  @Test("knows none of a connection that never sent a segment again")
  func none() {
    var memory = LossMemory()
    #expect(!memory.isRecent(at: time(0)))
    memory.counted(0, at: time(1))
    #expect(!memory.isRecent(at: time(1)))
  }

  @Test("lasts a minute from the last rise of the count")
  func lasts() {
    var memory = LossMemory()
    memory.counted(2, at: time(10))
    #expect(memory.isRecent(at: time(10)))
    memory.counted(2, at: time(40))
    #expect(memory.isRecent(at: time(69)))
    #expect(!memory.isRecent(at: time(70)), "The count has not risen since.")
    memory.counted(3, at: time(100))
    #expect(memory.isRecent(at: time(159)))
    #expect(!memory.isRecent(at: time(160)))
  }

  @Test("is not renewed by a count that falls, as a reused descriptor's would")
  func falls() {
    var memory = LossMemory()
    memory.counted(5, at: time(0))
    memory.counted(0, at: time(70))
    #expect(!memory.isRecent(at: time(70)))
    memory.counted(1, at: time(71))
    #expect(memory.isRecent(at: time(71)))
  }
}

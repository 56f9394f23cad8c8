// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite("A queue of chasers", .timeLimit(.minutes(1)))
struct ChaserQueueTests {
  private let start = ContinuousClock.now

  private func id(_ slot: UInt32) -> ConnectionID {
    ConnectionID(key: SlotKey(slot: slot, generation: 1))
  }

  @Test("returns each connection once, when it is due, in order")
  func order() {
    var queue = ChaserQueue()
    #expect(queue.nextDue == nil && queue.takeDue(at: start).isEmpty)
    for (slot, milliseconds) in [(1, 0), (2, 8), (3, 30)] {
      queue.append(id(UInt32(slot)), at: start + .milliseconds(milliseconds))
    }
    var taken: [Int: [ConnectionID]] = [:]
    for millisecond in 0..<60 {
      let due = queue.takeDue(at: start + .milliseconds(millisecond))
      if !due.isEmpty { taken[millisecond] = due }
    }
    #expect(taken == [15: [id(1)], 23: [id(2)], 45: [id(3)]])
    #expect(queue.nextDue == nil)
  }

  @Test("returns together what is due within the slack, and says when the next is")
  func together() {
    var queue = ChaserQueue()
    for slot in 0..<8 { queue.append(id(UInt32(slot)), at: start + .milliseconds(slot)) }
    #expect(queue.nextDue == start + ChaserQueue.delay)
    #expect(queue.takeDue(at: start + ChaserQueue.delay) == (0...5).map { id(UInt32($0)) })
    #expect(queue.nextDue == start + ChaserQueue.delay + .milliseconds(6))
  }
}

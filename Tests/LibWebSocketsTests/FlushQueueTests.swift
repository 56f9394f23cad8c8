// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite("A queue of connections to flush", .timeLimit(.minutes(1)))
struct FlushQueueTests {
  private let slice = FlushQueue<Int>.sliceCount
  private let least = FlushQueue<Int>.leastDeferred

  private func queue(_ elements: Range<Int>) -> FlushQueue<Int> {
    var queue = FlushQueue<Int>()
    for element in elements { queue.append(element) }
    return queue
  }

  @Test("gives a tick's few at once, in order")
  func few() {
    var queue = queue(0..<slice)
    #expect(!queue.isEmpty)
    let taken = queue.takeSlice()
    #expect(taken == Array(0..<slice) && queue.isEmpty)
    let none = queue.takeSlice()
    #expect(none.isEmpty)
  }

  @Test("gives many in slices: each once, in order")
  func many() {
    var queue = queue(0..<1_000)
    var taken: [Int] = []
    while !queue.isEmpty {
      let next = queue.takeSlice()
      #expect(!next.isEmpty && next.count <= slice + least)
      taken += next
    }
    #expect(taken == Array(0..<1_000))
  }

  @Test("lets what is queued later go before the rest of a fan-out")
  func overtakes() {
    var queue = queue(0..<1_000)
    _ = queue.takeSlice()
    queue.append(1_000)
    let next = queue.takeSlice()
    #expect(next.first == 1_000 && next.count == slice && next[1] == slice)
  }

  @Test("comes to everyone, however much is queued in each tick")
  func starvesNobody() {
    var queue = queue(0..<slice * 2)
    var taken: [Int] = []
    for tick in 1...slice {
      for element in 0..<slice { queue.append(tick * 10_000 + element) }
      taken += queue.takeSlice().filter { $0 < slice * 2 }
    }
    #expect(taken == Array(0..<slice * 2))
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite("A timing wheel", .timeLimit(.minutes(1)))
struct TimingWheelTests {
  @Test("returns each element once, at its tick, in the order of insertion")
  func order() {
    var wheel = TimingWheel<String>(bucketCount: 4)
    wheel.insert("b", after: 2)
    wheel.insert("a", after: 1)
    wheel.insert("c", after: 2)
    let ticks = (0..<8).map { _ in wheel.advance() }
    #expect(ticks == [["a"], ["b", "c"], [], [], [], [], [], []])
    #expect(wheel.now == 8)
  }

  @Test("counts from the present tick, however often it has gone round", arguments: 1...4)
  func rounds(ticks: Int) {
    var wheel = TimingWheel<Int>(bucketCount: 4)
    for start in 0..<9 {
      wheel.insert(start, after: ticks)
      for _ in 1..<ticks { #expect(wheel.advance().isEmpty) }
      #expect(wheel.advance() == [start])
    }
  }

  @Test("returns what is due later than it reaches as late as it can")
  func beyond() {
    var wheel = TimingWheel<Int>(bucketCount: 4)
    _ = wheel.advance()
    wheel.insert(1, after: 1_000)
    #expect((0..<5).map { _ in wheel.advance() } == [[], [], [], [1], []])
  }

  @Test("takes back what is inserted again when it comes due")
  func again() {
    var wheel = TimingWheel<Int>(bucketCount: 3)
    wheel.insert(7, after: 3)
    var times: [Int] = []
    for _ in 0..<9 {
      for element in wheel.advance() {
        times.append(wheel.now)
        wheel.insert(element, after: 3)
      }
    }
    #expect(times == [3, 6, 9])
  }

  @Test("traps on a delay that is not in the future")
  func past() async {
    await #expect(processExitsWith: .failure) {
      var wheel = TimingWheel<Int>()
      wheel.insert(1, after: 0)
    }
  }
}

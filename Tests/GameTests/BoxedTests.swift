// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("A boxed value", .timeLimit(.minutes(1)))
struct BoxedTests {
  private struct Owner {
    @Boxed var numbers = [1, 2, 3]
  }

  @Test("is a value: a copy does not see what the other becomes")
  func copies() {
    var first = Owner()
    var second = first
    first.numbers.append(4)
    #expect(first.numbers == [1, 2, 3, 4] && second.numbers == [1, 2, 3])
    second.numbers = []
    #expect(first.numbers == [1, 2, 3, 4] && second.numbers == [])
  }

  @Test("is as small as a reference, and changes in place unless it is shared")
  func inPlace() {
    #expect(MemoryLayout<Owner>.size == MemoryLayout<AnyObject>.size)
    var owner = Owner()
    let before = owner.numbers.withUnsafeBufferPointer(\.baseAddress)
    owner.numbers[0] = 9
    #expect(owner.numbers.withUnsafeBufferPointer(\.baseAddress) == before)
    let copy = owner
    owner.numbers[0] = 8
    #expect(owner.numbers.withUnsafeBufferPointer(\.baseAddress) != before)
    #expect(copy.numbers == [9, 2, 3])
  }
}

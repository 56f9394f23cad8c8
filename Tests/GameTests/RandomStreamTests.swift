// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing

@Suite("Random stream", .timeLimit(.minutes(1)))
struct RandomStreamTests {
  @Test("is a pure function of its key, in blocks counted from zero")
  func pure() {
    var stream = RandomStream(key: [1, 2], hashing: .toy)
    var again = RandomStream(key: [1, 2], hashing: .toy)
    var other = RandomStream(key: [1, 3], hashing: .toy)
    let bytes = stream.bytes(80)
    #expect(bytes == again.bytes(80))
    #expect(bytes != other.bytes(80))
    let blocks = (0..<3).flatMap {
      Hashing.toy.hmac([1, 2], [0, 0, 0, 0, 0, 0, 0, UInt8($0)])
    }
    #expect(bytes == Array(blocks.prefix(80)))
  }

  @Test("computes ahead without changing the bytes, however they are drawn")
  func ahead() {
    let blocks = (0..<80).flatMap {
      Hashing.toy.hmac([3], [0, 0, 0, 0, 0, 0, 0, UInt8($0)])
    }
    var stream = RandomStream(key: [3], hashing: .toy)
    var drawn: [UInt8] = []
    while drawn.count + 12 <= blocks.count {
      drawn += stream.bytes(3) + [stream.nextByte()]
      let word = stream.nextWord()
      drawn += (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
    }
    #expect(drawn == Array(blocks.prefix(drawn.count)))
  }

  @Test("draws every number below a bound, and none at or above", arguments: [1, 2, 3, 7, 64])
  func below(bound: UInt64) {
    var stream = RandomStream(key: [9], hashing: .toy)
    let drawn = Set((0..<2000).map { _ in stream.below(bound) })
    #expect(drawn == Set(0..<bound))
  }

  @Test("accepts every word where none is surplus")
  func powerOfTwo() {
    let hashing = Hashing(
      sha256: { $0 }, hmac: { _, _ in [UInt8](repeating: 0xFF, count: 32) })
    var stream = RandomStream(key: [], hashing: hashing)
    #expect(stream.below(1 << 63) == UInt64.max >> 1)
    #expect(stream.below(64) == 63)
  }

  @Test("shuffles to permutations, and to all of them")
  func shuffles() {
    var stream = RandomStream(key: [5], hashing: .toy)
    var seen: Set<[Int]> = []
    for _ in 0..<500 {
      var items = [0, 1, 2, 3]
      stream.shuffle(&items)
      #expect(items.sorted() == [0, 1, 2, 3])
      seen.insert(items)
    }
    #expect(seen.count == 24)
    var none: [Int] = []
    stream.shuffle(&none)
    #expect(none.isEmpty)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DigestTests {
  @Test("A digest has exactly 32 bytes", arguments: [0, 31, 32, 33])
  func length(count: Int) {
    #expect((Digest([UInt8](repeating: 7, count: count)) != nil) == (count == 32))
  }

  @Test("Digests differ wherever one bit differs", arguments: [0, 15, 31])
  func equality(position: Int) throws {
    let bytes = [UInt8](repeating: 0, count: 32)
    var other = bytes
    other[position] = 0x80
    #expect(try #require(Digest(bytes)) != #require(Digest(other)))
    #expect(try #require(Digest(bytes)) == #require(Digest(bytes)))
  }

  @Test("Comparing in constant time finds length, place and equality")
  func constantTime() {
    #expect(areEqualInConstantTime([], []))
    #expect(areEqualInConstantTime([1, 2, 3], [1, 2, 3]))
    #expect(!areEqualInConstantTime([1, 2, 3], [1, 2, 4]))
    #expect(!areEqualInConstantTime([1, 2, 3], [0, 2, 3]))
    #expect(!areEqualInConstantTime([1, 2, 3], [1, 2]))
  }

  @Test("Random bytes have the requested length and do not repeat")
  func random() {
    #expect(RandomBytes.make(0).isEmpty)
    let drawn = Set((0..<100).map { _ in RandomBytes.make(16) })
    #expect(drawn.count == 100)
    #expect(drawn.allSatisfy { $0.count == 16 })
  }
}

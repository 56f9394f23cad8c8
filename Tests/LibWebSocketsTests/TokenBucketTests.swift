// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@Suite("A token bucket", .timeLimit(.minutes(1)))
struct TokenBucketTests {
  @Test("gives its burst at once, then its rate, and no more after a long rest")
  func bursts() {
    var bucket = TokenBucket(.init(burst: 60, perSecond: 20))
    for (now, count) in [(7_000, 60), (7_500, 10), (3_600_000, 60)] {
      var taken = 0
      for _ in 0..<100 where bucket.take(at: .milliseconds(now)) { taken += 1 }
      #expect(taken == count)
    }
  }

  @Test("takes nothing when there is not enough")
  func whole() {
    var bucket = TokenBucket(.init(burst: 5, perSecond: 1))
    #expect(bucket.take(6, at: .zero) == false)
    #expect(bucket.take(5, at: .zero) == true)
  }

  @Test("returns how long a debt lasts")
  func debt() {
    var bucket = TokenBucket(.init(burst: 1_000, perSecond: 100))
    #expect(bucket.charge(1_000, at: .zero) == .zero)
    #expect(bucket.charge(50, at: .zero) == .milliseconds(500))
    #expect(bucket.holds(1, at: .milliseconds(500)) == false)
    #expect(bucket.holds(1, at: .milliseconds(511)) == true)
    #expect(bucket.isFull(at: .seconds(10)) == false)
    #expect(bucket.isFull(at: .seconds(11)) == true)
  }

  @Test("tolerates a clock that goes back")
  func backwards() {
    var bucket = TokenBucket(.init(burst: 1, perSecond: 1))
    #expect(bucket.take(at: .seconds(100)) == true)
    #expect(bucket.take(at: .seconds(50)) == false)
    #expect(bucket.take(at: .milliseconds(100_500)) == false)
    #expect(bucket.take(at: .seconds(101)) == true)
  }

  @Test("changes its rate, keeping what was taken")
  func otherRate() {
    var bucket = TokenBucket(.init(burst: 10, perSecond: 1))
    _ = bucket.take(6, at: .zero)
    bucket.keep(to: .init(burst: 20, perSecond: 2), at: .zero)
    #expect(bucket.holds(14, at: .zero) == true)
    #expect(bucket.holds(15, at: .zero) == false)
    #expect(bucket.isFull(at: .seconds(3)) == true)
    bucket.keep(to: .init(burst: 5, perSecond: 1), at: .seconds(3))
    #expect(bucket.holds(5, at: .seconds(3)) == true)
    #expect(bucket.holds(6, at: .seconds(3)) == false)
    _ = bucket.take(5, at: .seconds(3))
    bucket.keep(to: .init(burst: 2, perSecond: 1), at: .seconds(3))
    #expect(bucket.holds(at: .seconds(3)) == false, "Taken tokens are not returned.")
    #expect(bucket.holds(at: .seconds(4)) == true)
  }
}

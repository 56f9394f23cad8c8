// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A rate limit: a burst, and a rate per second in the long run.
package struct TokenBucket: Hashable, Sendable {
  /// The size and the refill of a bucket.
  package struct Rate: Hashable, Sendable {
    /// What may happen at once.
    package var burst: Double
    /// What may happen per second in the long run.
    package var perSecond: Double

    /// `burst` at once, then `perSecond` a second; both more than 0.
    package init(burst: Double, perSecond: Double) {
      precondition(
        burst > 0 && perSecond > 0,
        "A rate is above zero, not \(burst) at once and \(perSecond) a second.")
      self.burst = burst
      self.perSecond = perSecond
    }

    /// `count` a minute, all of them at once if need be.
    package static func perMinute(_ count: Double) -> Rate {
      Rate(burst: count, perSecond: count / 60)
    }
  }

  /// The bucket's rate.
  package private(set) var rate: Rate
  private var tokens: Double
  /// When `tokens` was last updated, on the caller's clock.
  private var countedAt: Duration?

  /// A full bucket.
  package init(_ rate: Rate) {
    self.rate = rate
    tokens = rate.burst
  }

  /// Takes `count` tokens if they are there.
  ///
  /// - Parameters:
  ///   - count: the number of tokens.
  ///   - now: on any monotonic clock.
  /// - Returns: whether they were there; otherwise nothing is taken.
  package mutating func take(_ count: Double = 1, at now: Duration) -> Bool {
    guard holds(count, at: now) else { return false }
    tokens -= count
    return true
  }

  /// Takes `count` tokens unconditionally, because the event has already happened.
  ///
  /// - Parameters:
  ///   - count: the number of tokens.
  ///   - now: on any monotonic clock.
  /// - Returns: the time until the bucket is out of debt; zero if it is in none.
  package mutating func charge(_ count: Double, at now: Duration) -> Duration {
    refill(at: now)
    tokens -= count
    return tokens >= 0 ? .zero : .seconds(-tokens / rate.perSecond)
  }

  /// Changes the rate: tokens taken lately stay taken, up to the new burst.
  package mutating func keep(to rate: Rate, at now: Duration) {
    refill(at: now)
    let taken = self.rate.burst - tokens
    self.rate = rate
    tokens = max(min(0, tokens), rate.burst - taken)
  }

  /// Whether `count` tokens are there.
  package mutating func holds(_ count: Double = 1, at now: Duration) -> Bool {
    refill(at: now)
    // A billionth may have been lost to rounding.
    return tokens >= count - 1e-9
  }

  /// Whether the bucket is full.
  package mutating func isFull(at now: Duration) -> Bool { holds(rate.burst, at: now) }

  private mutating func refill(at now: Duration) {
    if let countedAt, now > countedAt {
      tokens = min(rate.burst, tokens + (now - countedAt) / .seconds(1) * rate.perSecond)
    }
    countedAt = max(countedAt ?? now, now)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How often something may happen: so much at once, and so much a second in the long run.
public struct TokenBucket: Hashable, Sendable {
  /// The size and the refill of a bucket.
  public struct Rate: Hashable, Sendable {
    /// What may happen at once.
    public var burst: Double
    /// What may happen a second in the long run.
    public var perSecond: Double

    /// `burst` at once, then `perSecond` a second; both more than 0.
    public init(burst: Double, perSecond: Double) {
      precondition(
        burst > 0 && perSecond > 0, "A limit was set to \(burst) at once, \(perSecond) a second.")
      self.burst = burst
      self.perSecond = perSecond
    }

    /// `count` a minute, all of them at once if need be.
    public static func perMinute(_ count: Double) -> Rate {
      Rate(burst: count, perSecond: count / 60)
    }
  }

  /// What the bucket keeps to.
  public private(set) var rate: Rate
  private var tokens: Double
  /// When `tokens` was right, on the caller's clock.
  private var countedAt: Duration?

  /// A full bucket.
  public init(_ rate: Rate) {
    self.rate = rate
    tokens = rate.burst
  }

  /// Takes `count` out if as much is there.
  ///
  /// - Parameters:
  ///   - count: how much.
  ///   - now: on any clock that never goes back.
  /// - Returns: whether it was there; otherwise nothing is taken.
  public mutating func take(_ count: Double = 1, at now: Duration) -> Bool {
    guard holds(count, at: now) else { return false }
    tokens -= count
    return true
  }

  /// Takes `count` out whether it is there or not, because it has happened already.
  ///
  /// - Parameters:
  ///   - count: how much.
  ///   - now: on any clock that never goes back.
  /// - Returns: how long it takes until the bucket is out of debt; zero where it is in none.
  public mutating func charge(_ count: Double, at now: Duration) -> Duration {
    refill(at: now)
    tokens -= count
    return tokens >= 0 ? .zero : .seconds(-tokens / rate.perSecond)
  }

  /// Keeps to another rate from now on: what was taken out lately stays taken, as far as that is no
  /// more than the bucket now holds.
  public mutating func keep(to rate: Rate, at now: Duration) {
    refill(at: now)
    let taken = self.rate.burst - tokens
    self.rate = rate
    tokens = max(min(0, tokens), rate.burst - taken)
  }

  /// Whether `count` could be taken out.
  public mutating func holds(_ count: Double = 1, at now: Duration) -> Bool {
    refill(at: now)
    // A billionth may have been lost on the way.
    return tokens >= count - 1e-9
  }

  /// Whether it is as if nothing had ever been taken out.
  public mutating func isFull(at now: Duration) -> Bool { holds(rate.burst, at: now) }

  private mutating func refill(at now: Duration) {
    if let countedAt, now > countedAt {
      tokens = min(rate.burst, tokens + (now - countedAt) / .seconds(1) * rate.perSecond)
    }
    countedAt = max(countedAt ?? now, now)
  }
}

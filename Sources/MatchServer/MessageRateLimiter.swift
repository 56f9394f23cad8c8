// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Protocol

/// The message rate limits of one connection: excess messages are refused, then the connection is
/// closed.
struct MessageRateLimiter: Sendable {
  /// The verdict on a message.
  enum Verdict: Hashable {
    /// Accepted.
    case heard
    /// Refused; its number may be used again.
    case refused
    /// Refused too often: close the connection.
    case tooMuch
  }

  /// Refusals before the connection is closed.
  static let refusals = 10
  /// Burst of intents in seconds: how long a stalled connection may hold them back.
  static let intentSeconds = 4

  private var messages: TokenBucket
  private var intents: TokenBucket
  /// Verifying signatures is expensive, and one proof per connection is enough.
  private var proofs = TokenBucket(.init(burst: 4, perSecond: 0.2))
  private var reactions = TokenBucket(.init(burst: 4, perSecond: 1))
  /// What is above the rate is dropped; a burst is what a stalled connection held back.
  private var points: TokenBucket
  /// What is far above it is refused.
  private var flood: TokenBucket
  /// A relay counts its viewers once a second at most; a connection that stood still may bring some
  /// counts at once.
  private var counts = TokenBucket(.init(burst: 16, perSecond: 2))
  /// The remaining refusals; refills over time.
  private var refusalsLeft: TokenBucket

  init(_ limits: ClientLimits) {
    let perSecond = Double(limits.intentsPerSecond)
    messages = TokenBucket(
      .init(burst: Double(limits.messageBurst), perSecond: Double(limits.messagesPerSecond)))
    intents = TokenBucket(
      .init(burst: perSecond * Double(Self.intentSeconds), perSecond: perSecond))
    let points = Double(limits.pointsPerSecond)
    self.points = TokenBucket(.init(burst: 2 * points, perSecond: points))
    flood = TokenBucket(.init(burst: 6 * points, perSecond: 2 * points))
    refusalsLeft = TokenBucket(.init(burst: Double(Self.refusals), perSecond: 1))
  }

  /// Counts a message.
  mutating func message(at now: Duration) -> Verdict { verdict(messages.take(at: now), now) }

  /// Counts a message if it is within the rate; otherwise nothing is counted.
  mutating func takeMessage(at now: Duration) -> Bool { messages.take(at: now) }

  /// Counts an intent.
  mutating func intent(at now: Duration) -> Verdict { verdict(intents.take(at: now), now) }

  /// Counts a key proof.
  mutating func proof(at now: Duration) -> Verdict { verdict(proofs.take(at: now), now) }

  /// Counts a reaction.
  mutating func reaction(at now: Duration) -> Verdict { verdict(reactions.take(at: now), now) }

  /// Counts where a player points; nil to drop it, because it is slightly too fast.
  mutating func point(at now: Duration) -> Verdict? {
    guard flood.take(at: now) else { return verdict(false, now) }
    return points.take(at: now) ? .heard : nil
  }

  /// Counts a count of viewers.
  mutating func count(at now: Duration) -> Verdict { verdict(counts.take(at: now), now) }

  private mutating func verdict(_ isInTime: Bool, _ now: Duration) -> Verdict {
    if isInTime { return .heard }
    return refusalsLeft.take(at: now) ? .refused : .tooMuch
  }
}

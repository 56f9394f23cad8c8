// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Protocol

/// Keeps the messages of one connection to their rate: first it refuses, then it ends the connection.
struct MessageRateLimiter: Sendable {
  /// What becomes of a message.
  enum Verdict: Hashable {
    /// It is heard.
    case heard
    /// It is refused unheard; its number may be used again.
    case refused
    /// The connection has been refused often enough.
    case tooMuch
  }

  /// Refusals before the connection is ended.
  static let refusals = 10
  /// Intents that may come at once: the seconds that a stalled line may hold them back, times five.
  static let intentSeconds = 4

  private var messages: TokenBucket
  private var intents: TokenBucket
  /// Checking a signature is dear, and one proof is enough for a connection.
  private var proofs = TokenBucket(.init(burst: 4, perSecond: 0.2))
  private var reactions = TokenBucket(.init(burst: 4, perSecond: 1))
  /// How often it may be refused still; as good as new after a while.
  private var timeout: TokenBucket

  init(_ limits: ClientLimits) {
    let perSecond = Double(limits.intentsPerSecond)
    messages = TokenBucket(
      .init(burst: Double(limits.messageBurst), perSecond: Double(limits.messagesPerSecond)))
    intents = TokenBucket(
      .init(burst: perSecond * Double(Self.intentSeconds), perSecond: perSecond))
    timeout = TokenBucket(.init(burst: Double(Self.refusals), perSecond: 1))
  }

  /// A message has come.
  mutating func message(at now: Duration) -> Verdict { verdict(messages.take(at: now), now) }

  /// The message was an intent.
  mutating func intent(at now: Duration) -> Verdict { verdict(intents.take(at: now), now) }

  /// The message was to prove a key.
  mutating func proof(at now: Duration) -> Verdict { verdict(proofs.take(at: now), now) }

  /// The message was a reaction.
  mutating func reaction(at now: Duration) -> Verdict { verdict(reactions.take(at: now), now) }

  private mutating func verdict(_ isInTime: Bool, _ now: Duration) -> Verdict {
    if isInTime { return .heard }
    return timeout.take(at: now) ? .refused : .tooMuch
  }
}

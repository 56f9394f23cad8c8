// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

/// A connection as the server core sees it.
///
/// | State | `greeting` | `session` | Leaves it by |
/// |---|---|---|---|
/// | silent | nil | nil | hello, or closed after `helloWithin` |
/// | greeting | set | nil | the journal's answer, or `journalTimeout` |
/// | welcomed | nil | set | takeover, kick, ban, close |
/// | proving | set | set | the journal's answer, or `journalTimeout`: welcomed again |
/// | dismissed | ignored | ignored | the transport's close |
struct ServerConnection: Sendable {
  let encoding: WireEncoding
  /// When it was opened.
  let openedAt: ServerTime
  /// The welcomed session.
  var session: SessionID?
  /// The hello or proof that waits for the journal, with the messages behind it.
  var greeting: PendingHandshake?
  /// Journal answers still due for handshakes that timed out; they are ignored.
  var lateAnswers = 0
  /// The public key from its hello, not proven yet.
  var publicKey: [UInt8]?
  /// The challenge to sign; valid once.
  var challenge: [UInt8] = []
  /// The challenge already used; empty before.
  var usedChallenge: [UInt8] = []
  /// Whether it was sent `closing`: everything it sends is ignored.
  var isDismissed = false
  /// The limits announced in its welcome, in force for its lifetime.
  let limits: ClientLimits
  /// Its round-trip estimate.
  var estimator: RoundTripEstimator
  /// Its message rate limits.
  var pace: MessageRateLimiter
  /// Its outbound back-pressure.
  var outbound: OutboundBuffer

  init(encoding: WireEncoding, openedAt: ServerTime, limits: ServerLimits) {
    self.encoding = encoding
    self.limits = limits.client
    self.openedAt = openedAt
    precondition(
      limits.client.messageBurst > 0 && limits.client.messagesPerSecond > 0,
      "A connection may send at least its hello.")
    estimator = RoundTripEstimator(isBehindProxy: limits.isBehindProxy)
    pace = MessageRateLimiter(limits.client)
    outbound = OutboundBuffer(limits.backlog)
  }
}

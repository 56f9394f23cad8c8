// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

/// A connection as the server core sends over it and measures it.
struct ServerConnection: Sendable {
  let encoding: WireEncoding
  /// When it was opened.
  let openedAt: ServerTime
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

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

/// A connection's limits, and its round trip as measured.
struct ServerConnection: Sendable {
  /// When it was opened.
  let openedAt: ServerTime
  /// The limits announced in its welcome, in force for its lifetime.
  let limits: ClientLimits
  /// Its round-trip estimate.
  var estimator: RoundTripEstimator
  /// The estimate that the lobby knows; nil before the first.
  var reported: MeasuredConnection?
  /// Whether its client follows to another node.
  var follows = false
  /// Its message rate limits.
  var pace: MessageRateLimiter

  init(openedAt: ServerTime, limits: ServerLimits) {
    self.limits = limits.client
    self.openedAt = openedAt
    precondition(
      limits.client.messageBurst > 0 && limits.client.messagesPerSecond > 0,
      "A connection may send at least its hello.")
    estimator = RoundTripEstimator(isBehindProxy: limits.isBehindProxy)
    pace = MessageRateLimiter(limits.client)
  }
}

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
  /// Where its client's requests about a room belong while its session is in none here; nil if
  /// nobody has said so.
  var place: Place?
  /// Its message rate limits.
  var pace: MessageRateLimiter

  /// Notes what its client is able to do, and in which room it is.
  mutating func note(_ hello: Hello) {
    follows = hello.followsMoves
    place = hello.room.map { .room(RoomCode($0)) }
  }

  /// Where another node answers a client's requests.
  enum Place: Hashable, Sendable {
    /// Wherever the room with this code is: the client was in it when it said hello, or was sent
    /// there.
    case room(RoomCode)
    /// At the node with this address, where the client was sent to.
    case node(url: String)
  }

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

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import LibWebSockets
import Lobby
package import Protocol

/// The limits the server core enforces.
package struct ServerLimits: Hashable, Sendable {
  /// How long a new connection may wait before its hello.
  package var helloWithin: Duration = .seconds(5)
  /// Whether the server is behind a proxy, so that the kernel measures the proxy's round trip.
  package var isBehindProxy = false
  /// How long a session without a connection or a room stays in memory.
  package var sessionResidence = LobbyLimits.sessionResidence
  /// Retry delay for new sessions while the journal cannot be written.
  package var journalRetry: Duration = .seconds(2)
  /// Limits per address; nil for none, as in tests and load runs.
  package var address: AddressLimits? = AddressLimits()
  /// Limits for all peers together.
  package var process = ProcessLimits()
  /// Back-pressure limits for slow readers.
  package var backlog = BacklogLimits()
  /// Addresses of proxies whose `X-Forwarded-For` is trusted.
  package var trustedProxies: Set<String> = []
  /// The relays whose counts of viewers are believed, by the ids of their keys.
  package var trustedRelays: Set<String> = []
  /// Which web pages may connect.
  package var origins = OriginPolicy()
  /// Limits per connection, announced in the welcome.
  package var client = ClientLimits()

  /// The defaults.
  package init() {}
}

/// Limits per address: an IPv4 address, or an IPv6 /64.
package struct AddressLimits: Hashable, Sendable {
  /// Maximum number of open connections.
  package var connections = 64
  /// Rate of new connections.
  package var newConnections = TokenBucket.Rate(burst: 20, perSecond: 10)
  /// Rate of plain requests, such as those for the page and its files.
  ///
  /// A bucket of their own: opening the page uses up none of the connections that one plays with.
  package var pages = TokenBucket.Rate(burst: 40, perSecond: 20)
  /// Rate of opened rooms.
  package var rooms = TokenBucket.Rate.perMinute(10)
  /// Unknown room codes tried: each may be a guess at somebody's room.
  package var wrongCodes = TokenBucket.Rate.perMinute(10)
  /// Maximum number of addresses tracked; all others share one allowance.
  package var addressesKept = 65_536
  /// Whether loopback addresses are limited: what connects from there already runs here, or is an
  /// undeclared proxy, whose clients would all be limited together.
  package var countsLoopback = false

  /// Rate of accepted sockets: as many as connections and plain requests together.
  var sockets: TokenBucket.Rate {
    TokenBucket.Rate(
      burst: newConnections.burst + pages.burst,
      perSecond: newConnections.perSecond + pages.perSecond)
  }

  /// The defaults.
  package init() {}
}

/// Limits for all peers together.
package struct ProcessLimits: Hashable, Sendable {
  /// Maximum number of open connections.
  package var connections = 16_384
  /// Maximum number of sessions, including those waiting for their clients to reconnect.
  package var sessions = 100_000
  /// Maximum number of rooms.
  package var rooms = 10_000
  /// Unknown room codes tried; once exhausted, only peers that tried one within the last minute are
  /// refused.
  package var wrongCodes = TokenBucket.Rate.perMinute(1_000)

  /// The defaults.
  package init() {}
}

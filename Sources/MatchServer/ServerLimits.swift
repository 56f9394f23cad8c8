// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

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
  /// Which web pages may connect.
  package var origins = OriginPolicy()
  /// Limits per connection, announced in the welcome.
  package var client = ClientLimits()

  /// The defaults.
  package init() {}
}

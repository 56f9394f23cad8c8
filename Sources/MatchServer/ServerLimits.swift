// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Protocol

/// The limits the server core enforces.
public struct ServerLimits: Hashable, Sendable {
  /// How long a new connection may wait before its hello.
  public var helloWithin: Duration = .seconds(5)
  /// Whether the server is behind a proxy, so that the kernel measures the proxy's round trip.
  public var isBehindProxy = false
  /// Retry delay for new sessions while the journal cannot be written.
  public var journalRetry: Duration = .seconds(2)
  /// Limits per address; nil for none, as in tests and load runs.
  public var address: AddressLimits? = AddressLimits()
  /// Limits for all peers together.
  public var process = ProcessLimits()
  /// Back-pressure limits for slow readers.
  public var backlog = BacklogLimits()
  /// Addresses of proxies whose `X-Forwarded-For` is trusted.
  public var trustedProxies: Set<String> = []
  /// Which web pages may connect.
  public var origins = OriginPolicy()
  /// Limits per connection, announced in the welcome.
  public var client = ClientLimits()

  /// The defaults.
  public init() {}
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Protocol

/// The bounds the server core keeps.
public struct ServerLimits: Hashable, Sendable {
  /// How long a new link may be silent before its hello.
  public var helloWithin: Duration = .seconds(5)
  /// Whether a proxy stands before the server, so that the kernel sees the proxy's line and not the
  /// peer's.
  public var isBehindProxy = false
  /// When someone new is to come back while nothing can be journalled.
  public var journalRetry: Duration = .seconds(2)
  /// What one address may take; nil lifts it, for tests and load.
  public var address: AddressLimits? = AddressLimits()
  /// What all peers together may take.
  public var process = ProcessLimits()
  /// How far a reader may fall behind.
  public var backlog = BacklogLimits()
  /// Addresses of proxies whose word about a peer's address counts.
  public var trustedProxies: Set<String> = []
  /// Which web pages may connect.
  public var origins = OriginPolicy()
  /// What clients are told to keep to.
  public var client = ClientLimits()

  /// The bounds every server keeps unless told otherwise.
  public init() {}
}

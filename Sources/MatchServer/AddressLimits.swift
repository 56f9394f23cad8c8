// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import LibWebSockets

/// Limits per address: an IPv4 address, or an IPv6 /64.
public struct AddressLimits: Hashable, Sendable {
  /// Maximum number of open connections.
  public var connections = 64
  /// Rate of new connections.
  public var newConnections = TokenBucket.Rate(burst: 20, perSecond: 10)
  /// Rate of opened rooms.
  public var rooms = TokenBucket.Rate.perMinute(10)
  /// Unknown room codes tried: each may be a guess at somebody's room.
  public var wrongCodes = TokenBucket.Rate.perMinute(10)
  /// Maximum number of addresses tracked; all others share one allowance.
  public var addressesKept = 65_536
  /// Whether loopback addresses are limited: what connects from there already runs here, or is an
  /// undeclared proxy, whose clients would all be limited together.
  public var countsLoopback = false

  /// The defaults.
  public init() {}
}

/// Limits for all peers together.
public struct ProcessLimits: Hashable, Sendable {
  /// Maximum number of open connections.
  public var connections = 16_384
  /// Maximum number of sessions, including those waiting for their clients to reconnect.
  public var sessions = 100_000
  /// Maximum number of rooms.
  public var rooms = 10_000
  /// Unknown room codes tried; once exhausted, only peers that tried one within the last minute are
  /// refused.
  public var wrongCodes = TokenBucket.Rate.perMinute(1_000)

  /// The defaults.
  public init() {}
}

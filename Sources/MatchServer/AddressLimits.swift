// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import LibWebSockets

/// What one address may take of a server: an IPv4 address, or the first 64 bits of an IPv6 address.
public struct AddressLimits: Hashable, Sendable {
  /// The most connections that are open at once.
  public var connections = 64
  /// New connections.
  public var newConnections = TokenBucket.Rate(burst: 20, perSecond: 10)
  /// Rooms opened.
  public var rooms = TokenBucket.Rate.perMinute(10)
  /// Codes tried that no room has: every one of them may be a guess at somebody's table.
  public var wrongCodes = TokenBucket.Rate.perMinute(10)
  /// How many addresses are kept apart; all that come beyond them share what one may take.
  public var addressesKept = 65_536
  /// Whether this machine's own addresses count: what connects from there runs here already, or is
  /// a proxy that nobody has told the server of, which would then be limited for all its clients.
  public var countsLoopback = false

  /// The bounds every server keeps unless told otherwise.
  public init() {}
}

/// What all peers together may take of a server.
public struct ProcessLimits: Hashable, Sendable {
  /// The most connections that are open at once.
  public var connections = 16_384
  /// The most sessions, those that wait for their client to come back among them.
  public var sessions = 100_000
  /// The most rooms.
  public var rooms = 10_000
  /// Codes tried that no room has; once they are used up, who tried one within the last minute is
  /// refused, and nobody else.
  public var wrongCodes = TokenBucket.Rate.perMinute(1_000)

  /// The bounds every server keeps unless told otherwise.
  public init() {}
}

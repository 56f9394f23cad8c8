// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How far a reader may fall behind, in bytes that wait in the server for its socket.
public struct BacklogLimits: Hashable, Sendable {
  /// Above it, of what only matters as it is last (lists, presence, the number of spectators, pongs) only
  /// the last waits.
  public var mergeAbove = 64 * 1024
  /// Above it who watches is sent no further entries, but a fresh base and tail once it has read what
  /// it was sent.
  public var refreshAbove = 256 * 1024
  /// Above it the connection is closed, whoever it is.
  public var closeAbove = 1024 * 1024
  /// How long one who watches may take to read what it was sent before its fresh start.
  public var refreshWithin = Duration.seconds(30)

  /// The bounds every server keeps unless told otherwise.
  public init() {}
}

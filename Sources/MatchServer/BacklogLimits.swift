// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Back-pressure limits, in bytes queued for a connection.
package struct BacklogLimits: Hashable, Sendable {
  /// Above it, only the latest message of each replaceable kind is kept (lists, presence, number of
  /// spectators, pongs).
  package var mergeAbove = 64 * 1024
  /// Above it a spectator gets no further entries, but a fresh base and tail once it has caught up.
  package var refreshAbove = 256 * 1024
  /// Above it any connection is closed.
  package var closeAbove = 1024 * 1024
  /// How long a spectator may take to catch up.
  package var refreshWithin = Duration.seconds(30)

  /// The defaults.
  package init() {}
}

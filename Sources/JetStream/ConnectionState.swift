// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The state of a connection.
package enum ConnectionState: Hashable, Sendable {
  /// Connected.
  case connected
  /// Disconnected since then, and reconnecting.
  case away(since: ContinuousClock.Instant)
  /// Closed for good.
  case closed
}

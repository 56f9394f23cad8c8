// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Whether there is a connection.
package enum ConnectionState: Hashable, Sendable {
  /// There is.
  case connected
  /// There is none since then; another one is being tried for ever.
  case away(since: ContinuousClock.Instant)
  /// It was closed.
  case closed
}

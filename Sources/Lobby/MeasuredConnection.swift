// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A connection's latency as measured by the server.
package struct MeasuredConnection: Hashable, Sendable {
  /// One probe: the delay in each direction.
  package struct Probe: Hashable, Sendable {
    /// From the client to the server.
    package var up: Duration
    /// From the server to the client.
    package var down: Duration

    /// A probe with both delays.
    package init(up: Duration, down: Duration) {
      self.up = up
      self.down = down
    }
  }

  /// The shortest round trip of the last minute, by probes or by the kernel, whichever is less; nil
  /// until measured.
  package var roundTripFloor: Duration?
  /// The 95th percentile of the delay to the client; nil until measured.
  ///
  /// Capped at the kernel's round trip, so that a client cannot inflate it.
  package var downlink: Duration?
  /// Whether a proxy hides the connection from the kernel.
  package var isBehindProxy: Bool

  /// Measurements; none by default.
  package init(
    roundTripFloor: Duration? = nil, downlink: Duration? = nil, isBehindProxy: Bool = false
  ) {
    self.roundTripFloor = roundTripFloor
    self.downlink = downlink
    self.isBehindProxy = isBehindProxy
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A connection's latency as measured by the server.
public struct MeasuredConnection: Hashable, Sendable {
  /// One probe: the delay in each direction.
  public struct Probe: Hashable, Sendable {
    /// From the client to the server.
    public var up: Duration
    /// From the server to the client.
    public var down: Duration

    /// A probe with both delays.
    public init(up: Duration, down: Duration) {
      self.up = up
      self.down = down
    }
  }

  /// The shortest round trip of the last minute, by probes or by the kernel, whichever is less; nil
  /// until measured.
  public var roundTripFloor: Duration?
  /// The 95th percentile of the delay to the client; nil until measured.
  ///
  /// Capped at the kernel's round trip, so that a client cannot inflate it.
  public var downlink: Duration?
  /// Whether a proxy hides the connection from the kernel.
  public var isBehindProxy: Bool

  /// Measurements; none by default.
  public init(
    roundTripFloor: Duration? = nil, downlink: Duration? = nil, isBehindProxy: Bool = false
  ) {
    self.roundTripFloor = roundTripFloor
    self.downlink = downlink
    self.isBehindProxy = isBehindProxy
  }
}

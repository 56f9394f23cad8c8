// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A connection as the server has measured it.
public struct MeasuredConnection: Hashable, Sendable {
  /// One exchange with the client: how long each way took.
  public struct Probe: Hashable, Sendable {
    /// From the client to the server.
    public var up: Duration
    /// From the server to the client.
    public var down: Duration

    /// A probe that took `up` there and `down` back.
    public init(up: Duration, down: Duration) {
      self.up = up
      self.down = down
    }
  }

  /// The shortest round trip of the last minute, by the server's exchanges or by the kernel's,
  /// whichever is less; nil before either is known.
  public var roundTripFloor: Duration?
  /// How long the way to the client takes at most, all but once in twenty; nil before it is known.
  ///
  /// No longer than the kernel's round trip: a client alone cannot make it grow.
  public var downlink: Duration?
  /// Whether a proxy hides the line from the kernel.
  public var isBehindProxy: Bool

  /// A line measured so; not at all, if nothing is given.
  public init(
    roundTripFloor: Duration? = nil, downlink: Duration? = nil, isBehindProxy: Bool = false
  ) {
    self.roundTripFloor = roundTripFloor
    self.downlink = downlink
    self.isBehindProxy = isBehindProxy
  }
}

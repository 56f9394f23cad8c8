// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What the kernel has measured of a connection's line (`TCP_INFO`).
///
/// It counts from a packet's leaving to its acknowledgement, which the other end's kernel sends
/// whatever its application does.
public struct RoundTrip: Hashable, Sendable {
  /// The shortest of the last minutes (`tcpi_min_rtt`).
  public var minimum: Duration
  /// The smoothed one, as it is now (`tcpi_rtt`).
  public var smoothed: Duration

  /// A line measured so.
  public init(minimum: Duration, smoothed: Duration) {
    self.minimum = minimum
    self.smoothed = smoothed
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The kernel's round-trip measurements of a connection (`TCP_INFO`).
///
/// Measured from sending a packet to its acknowledgement, which the other end's kernel sends
/// whatever its application does.
public struct RoundTrip: Hashable, Sendable {
  /// The minimum of the last minutes (`tcpi_min_rtt`).
  public var minimum: Duration
  /// The current smoothed value (`tcpi_rtt`).
  public var smoothed: Duration

  /// A measurement.
  public init(minimum: Duration, smoothed: Duration) {
    self.minimum = minimum
    self.smoothed = smoothed
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The kernel's round-trip measurements of a connection (`TCP_INFO`).
///
/// Measured from sending a packet to its acknowledgement, which the other end's kernel sends
/// whatever its application does.
package struct RoundTrip: Hashable, Sendable {
  /// The minimum of the last minutes (`tcpi_min_rtt`).
  package var minimum: Duration
  /// The current smoothed value (`tcpi_rtt`).
  package var smoothed: Duration
  /// Segments sent again since the connection began (`tcpi_total_retrans`).
  package var retransmissions: Int

  /// A measurement.
  package init(minimum: Duration, smoothed: Duration, retransmissions: Int = 0) {
    self.minimum = minimum
    self.smoothed = smoothed
    self.retransmissions = retransmissions
  }
}

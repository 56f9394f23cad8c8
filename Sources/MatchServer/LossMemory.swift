// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Whether a connection has lost packets lately, by the kernel's count of retransmissions.
///
/// Only then is a chaser worth a system call and a packet behind each entry.
struct LossMemory: Sendable {
  /// How long a loss is remembered.
  static let kept = Duration.seconds(60)

  private var retransmissions = 0
  private var lostAt: ServerTime?

  /// Records the number of segments sent again since the connection began.
  mutating func counted(_ retransmissions: Int, at now: ServerTime) {
    if retransmissions > self.retransmissions { lostAt = now }
    self.retransmissions = retransmissions
  }

  /// Whether a packet was lost within the last minute.
  func isRecent(at now: ServerTime) -> Bool { lostAt.map { now - $0 < Self.kept } ?? false }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The server's time scale: starts at the wall clock's time, then counts monotonically.
///
/// It never goes back, even if the wall clock is set, and starts no earlier than `notBefore`, the
/// journal's last timestamp.
struct ServerClock: Sendable {
  private let origin: ServerTime
  private let startedAt: ContinuousClock.Instant

  /// A clock that starts now.
  init(notBefore earliest: ServerTime = .zero) {
    origin = max(.zero + WallClock.now, earliest)
    startedAt = .now
  }

  /// The time now.
  var now: ServerTime { origin + startedAt.duration(to: .now) }
}

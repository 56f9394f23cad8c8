// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The server's one time scale: from the wall clock's time at the start, counted monotonically.
///
/// It never goes back, whatever happens to the wall clock meanwhile; on a start it begins no
/// earlier than `notBefore`, the last stamp a journal holds.
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

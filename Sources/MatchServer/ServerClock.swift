// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import Protocol

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

/// The machine's clock, which may be set at any time: for the start of the server's own time scale,
/// the log, and calendar dates.
enum WallClock {
  /// The time since 1970, in UTC, to the nanosecond.
  static var now: Duration {
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    return .seconds(wall.tv_sec) + .nanoseconds(wall.tv_nsec)
  }
}

extension UTCText {
  /// The wall clock's time, to the millisecond.
  static var now: String {
    let (seconds, attoseconds) = WallClock.now.components
    return text(seconds: seconds, milliseconds: Int(attoseconds / 1_000_000_000_000_000))
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// The machine's clock, which somebody may set at any time: for the beginning of a server's own time,
/// for the log, and for what holds by the calendar.
enum WallClock {
  /// The time since 1970, in UTC, to the nanosecond.
  static var now: Duration {
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    return .seconds(wall.tv_sec) + .nanoseconds(wall.tv_nsec)
  }
}

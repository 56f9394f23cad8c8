// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Spreads sessions that are to leave memory: `LobbyLimits.sessionsUnloadedPerSecond` at a time, a
/// second apart.
struct UnloadPace: Sendable {
  /// The least time between two turns.
  static let interval = Duration.seconds(1)

  /// The turn that was given last.
  private var turn = ServerTime.zero
  /// How many have that turn.
  private var count = 0

  /// The next session's turn, which is `now` unless too many have that one.
  mutating func next(now: ServerTime) -> ServerTime {
    if turn + Self.interval <= now { (turn, count) = (now, 0) }
    if count == LobbyLimits.sessionsUnloadedPerSecond {
      (turn, count) = (turn + Self.interval, 0)
    }
    count += 1
    return max(turn, now)
  }
}

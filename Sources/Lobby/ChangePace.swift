// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Rate limit on how often each session may add an entry to a room by joining or by changing its
/// commitment.
///
/// A generic cell rate algorithm: a burst of `LobbyLimits.changesAtOnce`, then one per
/// `LobbyLimits.changeInterval`. It belongs to the room, not to a membership, so that leaving and
/// rejoining does not reset it.
struct ChangePace: Sendable {
  /// Above this many sessions, those with a full burst are dropped.
  private static let keptAtOnce = 64

  /// When each session's full burst is available again.
  private var wholeAt: [SessionID: ServerTime] = [:]

  /// Counts a change.
  ///
  /// - Returns: how long the session must wait if it exceeds the limit; nil if the change was
  ///   counted.
  mutating func take(_ session: SessionID, at now: ServerTime) -> Duration? {
    if wholeAt.count > Self.keptAtOnce { wholeAt = wholeAt.filter { $0.value > now } }
    let next = max(wholeAt[session] ?? now, now) + LobbyLimits.changeInterval
    let wait = next - now - LobbyLimits.changeInterval * LobbyLimits.changesAtOnce
    guard wait <= .zero else { return wait }
    wholeAt[session] = next
    return nil
  }
}

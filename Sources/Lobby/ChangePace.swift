// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// How often each session may add an entry to a room by joining it or by changing its commitment.
///
/// A generic cell rate limit: `LobbyLimits.changesAtOnce` in a burst, then one each
/// `LobbyLimits.changeInterval`. It belongs to the room and not to a membership, or leaving would
/// begin it anew.
struct ChangePace: Sendable {
  /// More sessions than this, and those that may do everything again are forgotten.
  private static let keptAtOnce = 64

  /// When the burst of each session is whole again.
  private var wholeAt: [SessionID: ServerTime] = [:]

  /// Counts a change.
  ///
  /// - Returns: how long the session has to wait instead; nil if the change is counted.
  mutating func take(_ session: SessionID, at now: ServerTime) -> Duration? {
    if wholeAt.count > Self.keptAtOnce { wholeAt = wholeAt.filter { $0.value > now } }
    let next = max(wholeAt[session] ?? now, now) + LobbyLimits.changeInterval
    let wait = next - now - LobbyLimits.changeInterval * LobbyLimits.changesAtOnce
    guard wait <= .zero else { return wait }
    wholeAt[session] = next
    return nil
  }
}

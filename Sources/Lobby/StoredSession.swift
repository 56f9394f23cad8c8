// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// A session as read from the journal.
///
/// Its room and its answers are in the room's log. Refusals are not stored: they changed nothing,
/// so a retry after a crash is simply decided again.
public struct StoredSession: Hashable, Sendable {
  /// The session.
  public var id: SessionID
  /// The session's player.
  public var player: Player
  /// An upper bound on the request numbers that have caused an entry in any log.
  public var highest: RequestID

  /// Creates the stored form of a session.
  public init(id: SessionID, player: Player, highest: RequestID = RequestID(0)) {
    self.id = id
    self.player = player
    self.highest = highest
  }
}

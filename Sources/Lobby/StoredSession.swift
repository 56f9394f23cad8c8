// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A session as read from the journal.
///
/// Its room and its answers are in the room's log. Refusals are not stored: they changed nothing,
/// so a retry after a crash is simply decided again.
package struct StoredSession: Hashable, Sendable {
  /// The session.
  package var id: SessionID
  /// The session's player.
  package var player: Player
  /// An upper bound on the request numbers that have caused an entry in any log.
  package var highest: RequestID
  /// Where its last quick match leads, at a node of a world.
  package var quickEntry: QuickEntry?

  /// Creates the stored form of a session.
  package init(
    id: SessionID, player: Player, highest: RequestID = RequestID(0),
    quickEntry: QuickEntry? = nil
  ) {
    self.id = id
    self.player = player
    self.highest = highest
    self.quickEntry = quickEntry
  }
}

/// Which room a session's quick match leads to: stored before the session enters, so that the same
/// request leads to the same seat at any node.
package struct QuickEntry: Hashable, Sendable {
  /// The request.
  package var request: RequestID
  /// The room's code.
  package var code: RoomCode

  /// `request` leads to the room with `code`.
  package init(request: RequestID, code: RoomCode) {
    self.request = request
    self.code = code
  }
}

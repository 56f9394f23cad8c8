// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

/// What is stored of a session.
package struct SessionRecord: Hashable, Sendable {
  /// The session.
  package var id: SessionID
  /// Its player.
  package var player: Player
  /// SHA-256 of its one or two resume tokens, the newest last; the tokens themselves are not
  /// stored.
  package var tokenHashes: [[UInt8]]
  /// Its highest request number, as far as no room's log has it; a put never lowers it.
  package var highest: RequestID
  /// When it lost its last connection, if no server has it in memory; else nil.
  package var detachedAt: ServerTime?
  /// Where its last quick match leads; only a journal that nodes share keeps it.
  package var quickEntry: QuickEntry?

  /// A session with all its parts.
  package init(
    id: SessionID, player: Player, tokenHashes: [[UInt8]], highest: RequestID = RequestID(0),
    detachedAt: ServerTime? = nil, quickEntry: QuickEntry? = nil
  ) {
    self.id = id
    self.player = player
    self.tokenHashes = tokenHashes
    self.highest = highest
    self.detachedAt = detachedAt
    self.quickEntry = quickEntry
  }
}

/// A session as the registry has it.
package struct RegisteredSession: Hashable, Sendable {
  /// What is stored.
  package var record: SessionRecord
  /// Its revision, which the next put has to expect.
  package var revision: Revision

  /// A record and its revision.
  package init(_ record: SessionRecord, revision: Revision) {
    self.record = record
    self.revision = revision
  }

  /// The session for the lobby.
  package var stored: StoredSession {
    StoredSession(
      id: record.id, player: record.player, highest: record.highest,
      quickEntry: record.quickEntry)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

/// A record to be journalled.
package enum JournalRecord: Hashable, Sendable {
  /// A room's step; its outcome is awaited.
  case step(Batch)
  /// A session in its handshake; its outcome is awaited.
  case session(SessionRecord, for: ServerConnectionID)
  /// A session starts watching a room; its outcome is awaited.
  case spectator(SpectatorRecord, of: RoomID)
  /// A session stops watching a room; best effort.
  case spectatorLeft(SessionID, of: RoomID)
  /// A room has closed; best effort.
  case closed(RoomID, at: ServerTime)
  /// A session has ended; best effort.
  case forgotten(SessionID)
  /// Replaces the outages not refunded yet; best effort. Until it is written, no heartbeat is.
  case outages([RoomDirectory.Outage])
  /// A ban is set or lifted; its outcome is awaited.
  case ban(BanChange, for: AdminMessageID)

  /// Whether its outcome is awaited.
  package var isAwaited: Bool {
    switch self {
    case .step, .session, .spectator, .ban: true
    case .spectatorLeft, .closed, .forgotten, .outages: false
    }
  }

  /// The outcome to report; nil if it is not awaited.
  package func outcome(isThere: Bool) -> JournalOutcome? {
    switch self {
    case .step(let step): isThere ? .landed(step.room) : .failed(step.room)
    case .session(_, let connection): isThere ? .kept(connection) : .notKept(connection)
    case .spectator(let record, let room):
      isThere ? .watches(record.session, room) : .watchesNot(record.session, room)
    case .ban(_, let id): isThere ? .noted(id) : .notNoted(id)
    case .spectatorLeft, .closed, .forgotten, .outages: nil
    }
  }

  /// Whether `outcome` reports that the record is stored.
  func isThere(by outcome: JournalOutcome) -> Bool {
    switch (self, outcome) {
    case (.step, .landed), (.session, .kept), (.spectator, .watches), (.ban, .noted): true
    case (.step(let step), .reread(let room)): room.entries.last == step.entries.last
    default: false
    }
  }
}

/// A session as it is restored.
package struct SessionRecord: Hashable, Sendable {
  /// The session.
  package var id: SessionID
  /// Its player.
  package var player: Player
  /// SHA-256 of its one or two resume tokens; the tokens themselves are not stored.
  package var tokenHashes: [[UInt8]]

  /// A session with all its parts.
  package init(id: SessionID, player: Player, tokenHashes: [[UInt8]]) {
    self.id = id
    self.player = player
    self.tokenHashes = tokenHashes
  }
}

/// The outcome of a record.
package enum JournalOutcome: Hashable, Sendable {
  /// The room's step is stored.
  case landed(RoomID)
  /// The room's step is not stored and never will be.
  case failed(RoomID)
  /// The outcome was unclear, or the step was fenced: this is the room as stored.
  case reread(StoredRoom)
  /// The session of this connection is stored.
  case kept(ServerConnectionID)
  /// The session of this connection is not stored.
  case notKept(ServerConnectionID)
  /// The spectator's membership is stored.
  case watches(SessionID, RoomID)
  /// The spectator's membership is not stored.
  case watchesNot(SessionID, RoomID)
  /// The admin request's change is stored.
  case noted(AdminMessageID)
  /// The admin request's change is not stored.
  case notNoted(AdminMessageID)
}

/// What a starting server restores from a journal.
package struct JournalContents: Sendable {
  /// Rooms and sessions.
  package var lobby = RoomDirectory.Stored()
  /// Hashes of the sessions' resume tokens.
  package var tokenHashes: [SessionID: [[UInt8]]] = [:]
  /// Ratings over all results.
  package var ratings = RatingTable()
  /// The bans.
  package var bans: [Ban] = []
  /// The latest timestamp.
  package var lastStamp = ServerTime.zero
  /// A sentence per row that was left out because of its checksum; damage of rooms is recorded in
  /// the rooms.
  package var damage: [String] = []

  /// An empty journal.
  package init() {}
}

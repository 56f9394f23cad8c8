// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import Lobby

/// A record to be journalled.
public enum JournalRecord: Hashable, Sendable {
  /// A room's step; its outcome is awaited.
  case step(JournalStep)
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
  public var isAwaited: Bool {
    switch self {
    case .step, .session, .spectator, .ban: true
    case .spectatorLeft, .closed, .forgotten, .outages: false
    }
  }

  /// The outcome to report; nil if it is not awaited.
  public func outcome(isThere: Bool) -> JournalOutcome? {
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
    case (.step(let step), .reread(let room)): room.entries.last == step.batch.entries.last
    default: false
    }
  }
}

/// A room's step.
public struct JournalStep: Hashable, Sendable {
  /// The room.
  public var room: RoomID
  /// Its entries and seal, with the entry number they follow.
  public var batch: Batch

  /// `batch` of `room`.
  public init(room: RoomID, batch: Batch) {
    self.room = room
    self.batch = batch
  }
}

/// A session as it is restored.
public struct SessionRecord: Hashable, Sendable {
  /// The session.
  public var id: SessionID
  /// Its player.
  public var player: Player
  /// SHA-256 of its one or two resume tokens; the tokens themselves are not stored.
  public var tokenHashes: [[UInt8]]

  /// A session with all its parts.
  public init(id: SessionID, player: Player, tokenHashes: [[UInt8]]) {
    self.id = id
    self.player = player
    self.tokenHashes = tokenHashes
  }
}

/// The outcome of a record.
public enum JournalOutcome: Hashable, Sendable {
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
public struct JournalContents: Sendable {
  /// Rooms and sessions.
  public var lobby = RoomDirectory.Stored()
  /// Hashes of the sessions' resume tokens.
  public var tokenHashes: [SessionID: [[UInt8]]] = [:]
  /// Ratings over all results.
  public var ratings = RatingTable()
  /// The bans.
  public var bans: [Ban] = []
  /// The latest timestamp.
  public var lastStamp = ServerTime.zero
  /// A sentence per row that was left out because of its checksum; damage of rooms is recorded in
  /// the rooms.
  public var damage: [String] = []

  /// An empty journal.
  public init() {}
}

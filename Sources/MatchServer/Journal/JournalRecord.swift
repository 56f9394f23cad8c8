// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import Lobby

/// Something on its way into the journal.
public enum JournalRecord: Hashable, Sendable {
  /// What a room has decided; its outcome is awaited.
  case step(JournalStep)
  /// A session that wants to be welcomed over a connection; its outcome is awaited.
  case session(SessionRecord, for: ServerConnectionID)
  /// A session is to watch a room; its outcome is awaited.
  case spectator(SpectatorRecord, of: RoomID)
  /// A session watches a room no longer; kept sooner or later.
  case spectatorLeft(SessionID, of: RoomID)
  /// A room is open no longer; kept sooner or later.
  case closed(RoomID, at: ServerTime)
  /// A session lives no longer; kept sooner or later.
  case forgotten(SessionID)
  /// The outages that matches have yet to be given back, instead of those kept so far; kept sooner
  /// or later, and until then the server does not count as alive.
  case outages([RoomDirectory.Outage])
  /// Somebody is banned, or no longer; its outcome is awaited.
  case ban(BanChange, for: AdminMessageID)

  /// Whether somebody waits to hear what became of it.
  public var isAwaited: Bool {
    switch self {
    case .step, .session, .spectator, .ban: true
    case .spectatorLeft, .closed, .forgotten, .outages: false
    }
  }

  /// What is to be said of it once it is there for good, or will never be; nil if nobody awaits it.
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

  /// Whether `outcome` says that what was to be written is there.
  func isThere(by outcome: JournalOutcome) -> Bool {
    switch (self, outcome) {
    case (.step, .landed), (.session, .kept), (.spectator, .watches), (.ban, .noted): true
    case (.step(let step), .reread(let room)): room.entries.last == step.batch.entries.last
    default: false
    }
  }
}

/// One decision of a room on its way into the journal.
public struct JournalStep: Hashable, Sendable {
  /// The room.
  public var room: RoomID
  /// Its entries and sealed record, with the number they follow.
  public var batch: Batch

  /// `batch` of `room`.
  public init(room: RoomID, batch: Batch) {
    self.room = room
    self.batch = batch
  }
}

/// A session as it comes back: who it is, and by what.
public struct SessionRecord: Hashable, Sendable {
  /// The session.
  public var id: SessionID
  /// Who it is.
  public var player: Player
  /// SHA-256 of the tokens it may come back by, one or two; the tokens themselves are nowhere kept.
  public var tokenHashes: [[UInt8]]

  /// A session with all its parts.
  public init(id: SessionID, player: Player, tokenHashes: [[UInt8]]) {
    self.id = id
    self.player = player
    self.tokenHashes = tokenHashes
  }
}

/// What became of a record.
public enum JournalOutcome: Hashable, Sendable {
  /// The room's step is in the journal, whole.
  case landed(RoomID)
  /// Nothing of the room's step is in the journal, nor will be.
  case failed(RoomID)
  /// The journal could not say and was read again, or holds what the step did not expect: this is
  /// all there is of the room.
  case reread(StoredRoom)
  /// The session for this connection is in the journal.
  case kept(ServerConnectionID)
  /// The session for this connection is not in the journal.
  case notKept(ServerConnectionID)
  /// That the session watches the room is in the journal.
  case watches(SessionID, RoomID)
  /// It is not.
  case watchesNot(SessionID, RoomID)
  /// What a host has asked for is in the journal.
  case noted(AdminMessageID)
  /// What a host has asked for is not in the journal.
  case notNoted(AdminMessageID)
}

/// What a journal has when a server starts.
public struct JournalContents: Sendable {
  /// Rooms and sessions.
  public var lobby = RoomDirectory.Stored()
  /// By what the sessions come back.
  public var tokenHashes: [SessionID: [[UInt8]]] = [:]
  /// What all results in it come to.
  public var ratings = RatingTable()
  /// Who is not let in.
  public var bans: [Ban] = []
  /// No stamp in it is later.
  public var lastStamp = ServerTime.zero
  /// Rows that are not as they were written and are not gone on with, a sentence each; those of rooms
  /// are in the rooms.
  public var damage: [String] = []

  /// A journal in which nothing was ever written.
  public init() {}
}

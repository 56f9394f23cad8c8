// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
import GRDB
import Game
import Journal
import Lobby
import Protocol

/// Sessions as rows.
struct SessionRows {
  /// The connection.
  let db: Database

  /// Number of outdated sessions deleted with each that is unloaded, so that they do not pile up.
  private static let prunedAtOnce = 4

  /// Puts a session within the open transaction.
  ///
  /// It replaces the revision `former`, nil for a new session, by `revision`, which none ever had.
  func write(
    _ session: SessionRecord, expecting former: Revision?, as revision: Revision,
    for id: CorrelationID
  ) throws -> RegistryOutcome {
    let number = Int64(clamping: revision.rawValue)
    let tokens = session.tokenHashes.map { Data($0) }
    if let former {
      try db.cachedStatement(sql: Self.updateSession).execute(arguments: [
        session.id.rawValue, session.player.id, tokens.last, tokens.dropLast().last,
        Int64(clamping: session.highest.rawValue), number, session.detachedAt?.microseconds,
        Int64(clamping: former.rawValue),
      ])
    } else {
      try db.cachedStatement(sql: Self.insertSession).execute(arguments: [
        session.id.rawValue, session.player.name, session.player.id, session.player.isBot,
        Int64(clamping: session.highest.rawValue), tokens.last, tokens.dropLast().last, number,
        session.detachedAt?.microseconds,
      ])
    }
    guard db.changesCount > 0 else {
      return .conflict(id, try self.session(session.id))
    }
    if let time = session.detachedAt {
      try prune(now: time, atMost: Self.prunedAtOnce)
    }
    return .kept(id, revision)
  }

  /// The outcome of a session's put according to the file.
  func outcome(of session: SessionRecord, for id: CorrelationID) throws -> RegistryOutcome {
    guard let found = try self.session(session.id) else { return .notKept(id) }
    var expected = session
    expected.highest = max(expected.highest, found.record.highest)
    return found.record == expected ? .kept(id, found.revision) : .notKept(id)
  }

  /// Deletes sessions that no server has had in memory for long.
  func prune(now: ServerTime, atMost count: Int) throws {
    try db.cachedStatement(sql: Self.deleteDetached).execute(arguments: [
      (now - LobbyLimits.sessionKeptFor).microseconds, count,
    ])
  }

  /// Marks all sessions that a starting server does not load as disconnected.
  func detach(at now: ServerTime) throws {
    try db.execute(sql: Self.detachRows, arguments: [now.microseconds])
  }

  /// The sessions that a starting server loads, and a sentence for each that is damaged.
  func read(into contents: inout JournalContents) throws {
    let requests = Self.requests(in: contents.lobby.rooms)
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT *, \(ChecksummedTable.session.isSound) AS is_sound FROM session
        WHERE id IN (\(Self.selectTakenUp)) ORDER BY id
        """)
    while let row = try rows.next() {
      guard try row.decode(Bool.self, forColumn: "is_sound") else {
        let id = String.fromDatabaseValue(row["id"])?.printable(limit: 60) ?? "without a key"
        contents.damage.append(ChecksummedTable.session.sentence(about: id))
        continue
      }
      var session = try Self.session(row)
      if let request = requests[session.record.id] { session.record.highest.raise(to: request) }
      contents.sessions.append(session)
    }
  }

  /// Each session's highest request in its open rooms, which its row may lack.
  private static func requests(in rooms: [StoredRoom]) -> [SessionID: RequestID] {
    rooms.reduce(into: [:]) { requests, room in
      let highest = JournalTail.requests(in: room.soundEntries)
      for member in room.members + room.former {
        guard let request = highest[member.actor] else { continue }
        requests[member.session, default: request].raise(to: request)
      }
    }
  }

  /// All sessions whose rows match their checksums, by id.
  func all() throws -> [SessionRecord] {
    let rows = try Row.fetchAll(
      db,
      sql: "SELECT * FROM session WHERE \(ChecksummedTable.session.isSound) ORDER BY id")
    return try rows.map { try Self.session($0).record }
  }

  /// A session; nil if it is not stored or its row does not match its checksum.
  func session(_ id: SessionID) throws -> RegisteredSession? {
    try Row.fetchOne(db.cachedStatement(sql: Self.selectSession), arguments: [id.rawValue])
      .map(Self.session)
  }

  private static func session(_ row: Row) throws -> RegisteredSession {
    let hashes: [Data?] = [
      try row.decode(forColumn: "former_token_hash"), try row.decode(forColumn: "token_hash"),
    ]
    let time: Int64? = try row.decode(forColumn: "detached_at")
    let record = SessionRecord(
      id: SessionID(try row.decode(forColumn: "id")),
      player: Player(
        name: try row.decode(forColumn: "name"), id: try row.decode(forColumn: "player_id"),
        isBot: try row.decode(forColumn: "is_bot")),
      tokenHashes: hashes.compactMap { $0.map(Array.init) },
      highest: RequestID(UInt64(clamping: try row.decode(Int64.self, forColumn: "highest"))),
      detachedAt: time.map { ServerTime(microseconds: $0) })
    return RegisteredSession(
      record,
      revision: Revision(UInt64(clamping: try row.decode(Int64.self, forColumn: "revision"))))
  }

  // A row that does not match its checksum is not updated: the new checksum would hide the damage.

  private static let selectSession =
    "SELECT * FROM session WHERE id = ? AND \(ChecksummedTable.session.isSound)"
  private static let insertSession =
    "\(ChecksummedTable.session.insert) ON CONFLICT (id) DO NOTHING"
  private static let updateSession = """
    UPDATE session SET player_id = ?2, token_hash = ?3, former_token_hash = ?4,
      highest = max(highest, ?5), revision = ?6, detached_at = ?7,
      checksum = \(
        ChecksummedTable.session.checksum([
          "player_id": "?2", "token_hash": "?3", "former_token_hash": "?4",
          "highest": "max(highest, ?5)", "revision": "?6", "detached_at": "?7",
        ]))
    WHERE id = ?1 AND revision = ?8 AND \(ChecksummedTable.session.isSound)
    """
  private static let deleteDetached = """
    DELETE FROM session WHERE id IN (
      SELECT id FROM session WHERE detached_at <= ? ORDER BY detached_at LIMIT ?)
    """
  /// Sessions in open rooms.
  private static let selectInRooms = "SELECT session FROM member UNION SELECT session FROM viewer"
  /// The same, and those whose tokens may not name them, which would not be found again: put by a
  /// server from before migration 10, and not since.
  private static let selectTakenUp = """
    \(selectInRooms) UNION SELECT id FROM session WHERE detached_at IS NULL AND revision = 0
    """
  private static let detachRows = """
    UPDATE session SET detached_at = ?1,
      checksum = \(ChecksummedTable.session.checksum(["detached_at": "?1"]))
    WHERE detached_at IS NULL AND revision > 0 AND id NOT IN (\(selectInRooms))
      AND \(ChecksummedTable.session.isSound)
    """
}

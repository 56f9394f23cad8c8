// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
import GRDB
import Game
public import Lobby
import Protocol

// Rows as rooms and sessions. A file may be damaged in ways that SQLite does not see, so no column is
// taken for granted: GRDB's subscripts would trap.

extension JournalStore {
  /// Brings the journal to this version's form, forgets what is too old, and reads all that lives.
  ///
  /// - Parameter now: the time, to tell what is too old.
  /// - Returns: what a server goes on with.
  /// - Throws: `JournalError` if it cannot be read, or is of a later version.
  func load(now: ServerTime) throws(JournalError) -> JournalContents {
    do {
      try prune(now: now)
      return try read { db in try contents(of: db) }
    } catch {
      throw Self.sentence(error, path: path)
    }
  }

  /// Every room there is, those that are closed and not yet thrown away too.
  ///
  /// - Throws: `JournalError` if the file cannot be read.
  public func everyRoom() throws(JournalError) -> [StoredRoom] {
    do {
      return try read { db in
        try String.fetchAll(db, sql: "SELECT id FROM room ORDER BY id")
          .compactMap { try room(RoomID($0), in: db) }
      }
    } catch {
      throw Self.sentence(error, path: path)
    }
  }

  /// Throws rooms away that were closed long ago, with their logs; results stay.
  func prune(now: ServerTime) throws {
    let limit = now - Self.closedRoomsKept
    try change { db in
      try db.execute(
        sql: """
          DELETE FROM room WHERE id IN (SELECT id FROM room WHERE closed_at < ? LIMIT ?)
          """, arguments: [limit.microseconds, Self.prunedAtOnce])
      try pruneBans(now: now, in: db)
    }
  }

  private func contents(of db: Database) throws -> JournalContents {
    var contents = JournalContents()
    let ids = try String.fetchAll(db, sql: "SELECT id FROM room WHERE closed_at IS NULL")
    // In the order they were opened, as they are listed.
    contents.lobby.rooms = try ids.compactMap { try room(RoomID($0), in: db) }
      .sorted { $0.entries.first?.at ?? .zero < $1.entries.first?.at ?? .zero }
    let latest = contents.lobby.rooms.compactMap { $0.entries.last?.at }.max()
    contents.lastStamp = latest ?? .zero
    contents.lobby.lastAlive = contents.lastStamp
    contents.lobby.retiredCodes = try retiredCodes(in: db)
    contents.lobby.outages = try outages(in: db)
    contents.ratings = try ratings(in: db)
    contents.bans = try bans(in: db)
    // What is written from now on must be told from what was written before any of them ended.
    contents.lastStamp = max(contents.lastStamp, contents.lobby.outages.last?.until ?? .zero)
    let rows = try Row.fetchCursor(db, sql: "SELECT * FROM session ORDER BY id")
    while let row = try rows.next() {
      let session = StoredSession(
        id: SessionID(try row.decode(forColumn: "id")),
        player: Player(
          name: try row.decode(forColumn: "name"), id: try row.decode(forColumn: "player_id"),
          isBot: try row.decode(forColumn: "is_bot")),
        highest: RequestID(UInt64(clamping: try row.decode(Int64.self, forColumn: "highest"))))
      contents.lobby.sessions.append(session)
      let hashes: [Data?] = [
        try row.decode(forColumn: "former_token_hash"), try row.decode(forColumn: "token_hash"),
      ]
      contents.tokenHashes[session.id] = hashes.compactMap { $0.map(Array.init) }
    }
    return contents
  }

  private func retiredCodes(in db: Database) throws -> [RetiredCode] {
    let closed = try Row.fetchCursor(
      db, sql: "SELECT code, closed_at FROM room WHERE closed_at IS NOT NULL ORDER BY closed_at")
    var codes: [RetiredCode] = []
    while let row = try closed.next() {
      let at = ServerTime(microseconds: try row.decode(Int64.self, forColumn: "closed_at"))
      codes.append(RetiredCode(RoomCode(try row.decode(forColumn: "code")), at: at))
    }
    return codes
  }

  /// All there is of a room; nil if there is nothing.
  func room(_ id: RoomID, in db: Database) throws -> StoredRoom? {
    let key: StatementArguments = [id.rawValue]
    guard
      let code = try String.fetchOne(
        db.cachedStatement(sql: "SELECT code FROM room WHERE id = ?"), arguments: key)
    else { return nil }
    var room = StoredRoom(id: id, code: RoomCode(code), entries: [], sealed: [], members: [])
    let entries = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT seq, bytes FROM entry WHERE room = ? ORDER BY seq"),
      arguments: key)
    while let row = try entries.next() {
      room.entries.append(try entry(row, after: room.entries.last))
    }
    let sealed = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT * FROM sealed WHERE room = ? ORDER BY after_seq"),
      arguments: key)
    while let row = try sealed.next() {
      let seed: Data = try row.decode(forColumn: "seed")
      room.sealed.append(
        StoredRoom.Sealed(
          afterSeq: UInt64(clamping: try row.decode(Int64.self, forColumn: "after_seq")),
          record: SealedRecord(
            matchID: try row.decode(forColumn: "match_id"), seed: Array(seed))))
    }
    let members = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT * FROM member WHERE room = ? ORDER BY actor"),
      arguments: key)
    while let row = try members.next() {
      let member = Membership(
        session: SessionID(try row.decode(forColumn: "session")),
        actor: ActorNumber(UInt32(clamping: try row.decode(Int64.self, forColumn: "actor"))))
      if try row.decode(forColumn: "has_left") {
        room.former.append(member)
      } else {
        room.members.append(member)
      }
    }
    let viewers = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT * FROM viewer WHERE room = ? ORDER BY session"),
      arguments: key)
    while let row = try viewers.next() {
      room.viewers.append(
        Viewing(
          session: SessionID(try row.decode(forColumn: "session")),
          firstSeq: UInt64(clamping: try row.decode(Int64.self, forColumn: "first_seq"))))
    }
    return room
  }

  private func outages(in db: Database) throws -> [RoomDirectory.Outage] {
    try Row.fetchAll(db, sql: "SELECT since, until FROM outage ORDER BY until").map { row in
      RoomDirectory.Outage(
        since: ServerTime(microseconds: try row.decode(forColumn: "since")),
        until: ServerTime(microseconds: try row.decode(forColumn: "until")))
    }
  }

  /// An entry; one that cannot be read says something unknown, which no room goes on from.
  private func entry(_ row: Row, after last: Entry?) throws -> Entry {
    let seq = UInt64(clamping: try row.decode(Int64.self, forColumn: "seq"))
    let bytes: Data = try row.decode(forColumn: "bytes")
    guard let entry = try? WireEncoding.proto.decodeEntry(Array(bytes)), entry.seq == seq else {
      return Entry(seq: seq, at: last?.at ?? .zero, event: .unrecognized)
    }
    return entry
  }
}

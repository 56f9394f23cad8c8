// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
import GRDB
package import Game
package import Journal
package import Lobby
import Protocol
import Wire

// Rows as rooms and sessions. A file may be damaged in ways SQLite does not detect, so every column
// is decoded with checks: GRDB's subscripts would trap. A row that does not match its checksum is
// reported and left in place; in a room it disqualifies the whole room.

extension JournalStore {
  /// Prunes the journal and reads everything a server restores.
  ///
  /// - Parameters:
  ///   - now: the time, for pruning.
  ///   - acceptsLoss: whether to read what is readable of an inconsistent file.
  /// - Returns: what a server restores.
  /// - Throws: `JournalError` if it is unreadable or inconsistent.
  package func load(now: ServerTime, acceptsLoss: Bool = false) throws(JournalError)
    -> JournalContents
  {
    do {
      let finding = try read { db in try inconsistency(in: db) }
      if let finding, !acceptsLoss {
        throw JournalError.inconsistent(path: path, reason: finding)
      }
      try prune(now: now)
      var contents = try read { db in try self.contents(of: db) }
      if let finding { contents.damage.insert("The file: \(finding).", at: 0) }
      // Best effort: the disk may be full.
      try? settle(acceptsLoss: acceptsLoss)
      let last = max(now, contents.lastStamp)
      try? change { try SessionRows(db: $0).detach(at: last) }
      return contents
    } catch let error as JournalError {
      throw error
    } catch {
      throw Self.sentence(error, path: path)
    }
  }

  /// All rooms, including closed ones that are not pruned yet.
  ///
  /// - Throws: `JournalError` if the file cannot be read.
  package func everyRoom() throws(JournalError) -> [StoredRoom] {
    do {
      return try read { db in
        try String.fetchAll(db, sql: "SELECT id FROM room ORDER BY id")
          .compactMap { try readableRoom(RoomID($0), in: db) }
      }
    } catch {
      throw Self.sentence(error, path: path)
    }
  }

  /// Reads a session; a row that does not match its checksum counts as none.
  package func registered(_ session: SessionID) -> RegistryAnswer {
    do {
      return .found(try read { try SessionRows(db: $0).session(session) })
    } catch is RowDecodingError {
      return .found(nil)
    } catch {
      return .unavailable
    }
  }

  /// Runs a query; reads at most one match or one list.
  package func look(for query: ReplayQuery) -> ReplayRows.Finding {
    let finding = try? read { try ReplayRows(db: $0).look(for: query, with: tail(in: $0)) }
    return finding ?? ReplayRows.Finding(query: query, content: .none(.unavailable))
  }

  /// Deletes rooms closed long ago with their logs, and sessions gone long ago; results stay.
  func prune(now: ServerTime) throws {
    let limit = now - Self.closedRoomsKept
    try change { db in
      try db.execute(
        sql: """
          DELETE FROM room WHERE id IN (SELECT id FROM room WHERE closed_at < ? LIMIT ?)
          """, arguments: [limit.microseconds, Self.prunedAtOnce])
      try BanRows(db: db).prune(now: now)
      try SessionRows(db: db).prune(now: now, atMost: Self.prunedAtOnce)
    }
  }

  private func contents(of db: Database) throws -> JournalContents {
    var contents = JournalContents()
    if try isTailBroken(in: db) { contents.damage.append(Self.brokenTail) }
    try readRooms(into: &contents, db)
    let latest = contents.lobby.rooms.compactMap { $0.entries.last?.at }.max()
    contents.lastStamp = latest ?? .zero
    contents.lobby.lastAlive = contents.lastStamp
    contents.lobby.outages = try outages(in: db)
    contents.profiles = try ResultRows(db: db).profiles()
    contents.bans = try BanRows(db: db).all()
    // New timestamps must be later than all outages.
    contents.lastStamp = max(contents.lastStamp, contents.lobby.outages.last?.until ?? .zero)
    try SessionRows(db: db).read(into: &contents)
    try readCodeKey(into: &contents, db)
    for table in [ChecksummedTable.result, .placing, .ban, .outage] {
      contents.damage += try damagedRows(of: table, in: db)
    }
    return contents
  }

  /// A sentence for each row of a table that does not match its checksum.
  func damagedRows(of table: ChecksummedTable, in db: Database) throws -> [String] {
    try Row.fetchAll(db, sql: table.damaged).map { row in
      let key =
        String.fromDatabaseValue(row.first?.1 ?? .null)?.printable(limit: 60) ?? "without a key"
      return table.sentence(about: key)
    }
  }

  private func readRooms(into contents: inout JournalContents, _ db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT id FROM room NOT INDEXED
        WHERE closed_at IS NULL OR NOT \(ChecksummedTable.room.isSound) ORDER BY id
        """)
    for row in rows {
      let id = RoomID(try row.decode(forColumn: "id"))
      if let room = try readableRoom(id, in: db) { contents.lobby.rooms.append(room) }
    }
    // In the order of opening, as they are listed.
    contents.lobby.rooms.sort { $0.entries.first?.at ?? .zero < $1.entries.first?.at ?? .zero }
  }

  /// A room, even one whose rows hold invalid values.
  func readableRoom(_ id: RoomID, in db: Database) throws -> StoredRoom? {
    do {
      return try room(id, in: db)
    } catch is RowDecodingError {
      let code = try DatabaseValue.fetchOne(
        db, sql: "SELECT code FROM room WHERE id = ?", arguments: [id.rawValue])
      var room = StoredRoom(
        id: id, code: RoomCode(code.flatMap(String.fromDatabaseValue) ?? ""), entries: [],
        sealed: [], members: [])
      room.damage = .unreadable
      return room
    }
  }

  /// A room and what is wrong with it, or nil.
  func room(_ id: RoomID, in db: Database) throws -> StoredRoom? {
    let key: StatementArguments = [id.rawValue]
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT code, last_seq, chain, \(ChecksummedTable.room.isSound) AS is_sound
          FROM room WHERE id = ?
          """), arguments: key)
    guard let row else { return nil }
    var room = StoredRoom(
      id: id, code: RoomCode(try row.decode(forColumn: "code")), entries: [],
      sealed: try SealedRows(db: db).seals(of: id.rawValue), members: [])
    if try !row.decode(Bool.self, forColumn: "is_sound") { room.damage = .changedRow }
    let end = LogEnd(
      seq: UInt64(clamping: try row.decode(Int64.self, forColumn: "last_seq")),
      checksum: try row.decode(forColumn: "chain"))
    try readEntries(of: &room, through: end, in: db)
    try readMembers(of: &room, in: db)
    try readSpectators(of: &room, in: db)
    return room
  }

  private func readEntries(
    of room: inout StoredRoom, through written: LogEnd, in db: Database
  ) throws {
    let tail = try tail(in: db)
    let end = tail[room.id] ?? written
    let seals = Dictionary(
      room.sealed.map { ($0.afterSeq, $0.record) }, uniquingKeysWith: { first, _ in first })
    var chain = EntryChain(of: room.id)
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: Self.selectLog),
      arguments: [room.id.rawValue, tail.list(of: room.id)])
    while let row = try rows.next() {
      let before = room.entries.last?.seq ?? 0
      let seq = UInt64(clamping: try row.decode(Int64.self, forColumn: "seq"))
      let bytes: Data = try row.decode(forColumn: "bytes")
      let checksum: Int64 = try row.decode(forColumn: "checksum")
      room.entries.append(entry(seq, Array(bytes), after: room.entries.last))
      if room.damage != nil { continue }
      if seq != before + 1 {
        room.damage = .broken(after: before)
      } else if chain.extend(by: seq, bytes, seal: seals[before]) != checksum {
        room.damage = .changed(seq: seq)
      } else if seq == written.seq, checksum != written.checksum {
        room.damage = .changed(seq: seq)
      }
    }
    let last = LogEnd(seq: room.entries.last?.seq ?? 0, checksum: chain.last)
    if room.damage == nil, last != end {
      room.damage = .cutShort(after: last.seq, last: end.seq)
    }
  }

  private func readMembers(of room: inout StoredRoom, in db: Database) throws {
    let members = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT *, \(ChecksummedTable.member.isSound) AS is_sound FROM member
          WHERE room = ? ORDER BY actor
          """), arguments: [room.id.rawValue])
    while let row = try members.next() {
      let actor = try row.decode(Int64.self, forColumn: "actor")
      let member = Membership(
        session: SessionID(try row.decode(forColumn: "session")),
        actor: ActorNumber(UInt32(clamping: actor)))
      if room.damage == nil, try !row.decode(Bool.self, forColumn: "is_sound") {
        room.damage = .changedMember(actor: member.actor.rawValue)
      }
      if try row.decode(forColumn: "has_left") {
        room.former.append(member)
      } else {
        room.members.append(member)
      }
    }
  }

  private func readSpectators(of room: inout StoredRoom, in db: Database) throws {
    let spectators = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT * FROM viewer WHERE room = ? ORDER BY session"),
      arguments: [room.id.rawValue])
    while let row = try spectators.next() {
      room.spectators.append(
        SpectatorRecord(
          session: SessionID(try row.decode(forColumn: "session")),
          firstSeq: UInt64(clamping: try row.decode(Int64.self, forColumn: "first_seq"))))
    }
  }

  private func readCodeKey(into contents: inout JournalContents, _ db: Database) throws {
    let key = try Data.fetchOne(db, sql: "SELECT code_key FROM progress")
    if let key, key.count == Self.codeKeyLength {
      contents.lobby.codeKey = Array(key)
    } else {
      contents.damage.append(Self.codeKeyDamage)
    }
  }

  private func outages(in db: Database) throws -> [RoomDirectory.Outage] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT since, until FROM outage WHERE \(ChecksummedTable.outage.isSound) ORDER BY until
        """
    ).map { row in
      RoomDirectory.Outage(
        since: ServerTime(microseconds: try row.decode(forColumn: "since")),
        until: ServerTime(microseconds: try row.decode(forColumn: "until")))
    }
  }

  /// An entry; an unreadable one becomes an unknown event, which no room accepts.
  private func entry(_ seq: UInt64, _ bytes: [UInt8], after last: Entry?) -> Entry {
    guard let entry = try? WireEncoding.proto.decodeEntry(bytes), entry.seq == seq else {
      return Entry(seq: seq, at: last?.at ?? .zero, event: .unrecognized)
    }
    return entry
  }
}

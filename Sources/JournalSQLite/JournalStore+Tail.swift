// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Game
import Lobby

// Rows that are written later than the entries they follow from.

extension JournalStore {
  /// Changes that the rows do not have yet; read from the file if unknown.
  func tail(in db: Database) throws -> JournalTail {
    if let tail { return tail }
    let tail = try readTail(in: db)
    self.tail = tail
    return tail
  }

  private func readTail(in db: Database) throws -> JournalTail {
    var tail = JournalTail()
    let numbers = try numbers(in: db)
    let rows = try Row.fetchCursor(db, sql: Self.selectTail)
    while let row = try rows.next() {
      let seq: Int64 = try row.decode(forColumn: "seq")
      let number: Int64 = try row.decode(forColumn: "number")
      guard number > tail.lastNumber else { throw Self.misnumbered }
      let end = LogEnd(
        seq: UInt64(clamping: seq), checksum: try row.decode(forColumn: "checksum"))
      tail.append(end, number: number, of: RoomID(try row.decode(forColumn: "room")))
    }
    guard let stored = try Int64.fetchOne(db, sql: "SELECT tail FROM progress") else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it has no sum of entries")
    }
    tail.compare(with: stored)
    tail.skip(to: numbers?.upperBound ?? 0)
    return tail
  }

  /// The numbers of the first and last recent entry; nil if no entry is recent.
  private func numbers(in db: Database) throws -> ClosedRange<Int64>? {
    guard let first = try Int64.fetchOne(db, sql: "SELECT min(number) FROM recent"),
      let last = try Int64.fetchOne(db, sql: "SELECT max(number) FROM recent")
    else { return nil }
    // No journal has so many: the count would overflow at a later entry.
    guard first > 0, first <= last, last <= Int64.max / 2 else { throw Self.misnumbered }
    return first...last
  }

  private static let misnumbered = DatabaseError(
    resultCode: .SQLITE_CORRUPT, message: "its newest entries are not in order")

  /// The report of a broken tail.
  static let brokenTail = "Some of the newest entries are missing or have been altered."

  /// Whether an entry that its room's row lacks is missing or has been altered.
  func isTailBroken(in db: Database) throws -> Bool {
    try tail(in: db).isBroken
  }

  /// Whether the tail is broken and no room is damaged that this would follow from.
  func isTailCut(in db: Database) throws -> Bool {
    guard try isTailBroken(in: db) else { return false }
    let rooms = try String.fetchAll(
      db,
      sql: "SELECT id FROM room WHERE closed_at IS NULL OR NOT \(ChecksummedTable.room.isSound)")
    return try !rooms.contains { try readableRoom(RoomID($0), in: db)?.damage != nil }
  }

  /// Writes a room's row within the open transaction, if it lacks entries.
  func settle(_ room: RoomID, in db: Database) throws {
    guard let end = tail?[room] else { return }
    try db.cachedStatement(sql: Self.moveEntries).execute(arguments: [tail?.list(of: room)])
    try db.cachedStatement(sql: Self.updateEnd)
      .execute(arguments: [Int64(clamping: end.seq), end.checksum, room.rawValue])
    tail?.settle(room)
  }

  /// Writes the rows that are due within the open transaction.
  func settleDue(in db: Database) throws {
    var count = 0
    while let room = tail?.nextDue(after: count) {
      try settle(room, in: db)
      count += 1
    }
    if count > 0, let number = tail?.firstNumber { try sweep(before: number, in: db) }
  }

  /// Deletes recent entries that are no longer needed; those of damaged rooms are moved, too.
  private func sweep(before number: Int64, in db: Database) throws {
    try db.cachedStatement(sql: Self.moveStrays).execute(arguments: [number])
    try db.cachedStatement(sql: "DELETE FROM recent WHERE number < ?").execute(arguments: [number])
  }

  /// Writes all rows that lack entries.
  ///
  /// - Parameter acceptsLoss: whether to forget that entries are missing.
  /// - Throws: if the file cannot be read or written.
  package func settle(acceptsLoss: Bool = false) throws {
    let (isEmpty, isBroken) = try read { db in
      (try tail(in: db).isEmpty, try isTailBroken(in: db))
    }
    guard !isEmpty || (isBroken && acceptsLoss) else { return }
    do {
      try change { db in
        if acceptsLoss { tail?.acceptLoss() }
        for room in tail?.rooms ?? [] { try settle(room, in: db) }
        try sweep(before: .max, in: db)
        try db.execute(sql: "UPDATE progress SET tail = ?", arguments: [tail?.storedSum])
      }
    } catch {
      tail = nil
      throw error
    }
  }

  /// Writes the highest requests of a room's members within the open transaction.
  func writeRequests(of room: RoomID, in db: Database) throws {
    let requests =
      try tail?.takeRequests(of: room)
      ?? readableRoom(room, in: db).map { JournalTail.requests(in: $0.soundEntries) } ?? [:]
    for (actor, request) in requests.sorted(by: { $0.key < $1.key }) {
      try db.cachedStatement(sql: Self.raiseMember).execute(arguments: [
        Int64(clamping: request.rawValue), room.rawValue, actor.rawValue,
      ])
    }
  }

  /// Raises a session's highest request within the open transaction.
  func raise(_ session: SessionID, to request: RequestID, in db: Database) throws {
    try db.cachedStatement(sql: Self.raiseSession)
      .execute(arguments: [Int64(clamping: request.rawValue), session.rawValue])
  }

  // A row that does not match its checksum is not updated: the new checksum would hide the damage.
  // For the same reason nothing is counted after the row of a damaged room.

  private static let selectTail = """
    SELECT recent.number, recent.room, recent.seq, recent.checksum
    FROM recent CROSS JOIN (
      SELECT id, last_seq FROM room WHERE closed_at IS NULL AND \(ChecksummedTable.room.isSound)
    ) AS open ON open.id = recent.room AND open.last_seq < recent.seq
    ORDER BY recent.number
    """
  private static let moveEntries = """
    INSERT OR IGNORE INTO entry (room, seq, bytes, checksum)
    SELECT room, seq, bytes, checksum FROM recent
    WHERE number IN (SELECT value FROM json_each(?)) ORDER BY seq
    """
  private static let moveStrays = """
    INSERT OR IGNORE INTO entry (room, seq, bytes, checksum)
    SELECT room, seq, bytes, checksum FROM recent
    WHERE number < ? AND room IN (SELECT id FROM room)
    """
  /// A room's log; the arguments are the room and the list of its recent entries.
  static let selectLog = """
    SELECT seq, bytes, checksum FROM entry WHERE room = ?1
    UNION ALL
    SELECT seq, bytes, checksum FROM recent WHERE number IN (SELECT value FROM json_each(?2))
    ORDER BY seq
    """
  private static let updateEnd = """
    UPDATE room SET last_seq = ?1, chain = ?2,
      checksum = \(ChecksummedTable.room.checksum(["last_seq": "?1", "chain": "?2"]))
    WHERE id = ?3 AND \(ChecksummedTable.room.isSound)
    """
  private static let raise = """
    UPDATE session SET highest = max(highest, ?1),
      checksum = \(ChecksummedTable.session.checksum(["highest": "max(highest, ?1)"]))
    WHERE \(ChecksummedTable.session.isSound) AND id =
    """
  private static let raiseSession = raise + " ?2"
  private static let raiseMember = """
    \(raise) (
      SELECT session FROM member
      WHERE room = ?2 AND actor = ?3 AND \(ChecksummedTable.member.isSound))
    """
}

extension JournalTail {
  /// The numbers of a room's recent entries as a JSON array, for SQL.
  func list(of room: RoomID) -> String {
    "[\(numbers(of: room).map { String($0) }.joined(separator: ","))]"
  }
}

extension StoredRoom {
  /// The entries that match their checksums.
  var soundEntries: some Sequence<Entry> {
    let end: UInt64 =
      switch damage {
      case nil, .changedRow, .changedMember, .cutShort: .max
      case .broken(let last): last + 1
      case .changed(let seq): seq
      default: 0
      }
    return entries.lazy.filter { $0.seq < end }
  }
}

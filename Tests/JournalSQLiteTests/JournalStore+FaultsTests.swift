// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Foundation
import GRDB
import Game
import Journal
import Lobby
import MatchFixtures
import Testing
import Wire

@testable import JournalSQLite

@Suite("The journal's file when something is wrong", .timeLimit(.minutes(2)))
struct JournalStoreFaultsTests {
  private let now = ServerTime(microseconds: 5_000_000_000)
  private struct Broken: Error {}

  private func step(_ number: UInt64, of room: String = "room", bytes: Int = 0) -> JournalRecord {
    let opened = Event.Opened(
      matchID: "match", settings: MatchSettings(),
      theme: String(repeating: "x", count: bytes))
    let entry = Entry(seq: number, at: now, event: .opened(opened))
    return .step(
      Batch(
        room: RoomID(room), code: RoomCode(room == "room" ? "ABCDE" : room),
        expectedLastSeq: number - 1, entries: [entry]))
  }

  private func count(_ store: JournalStore) throws -> Int {
    try store.load(now: now).lobby.rooms.reduce(0) { $0 + $1.entries.count }
  }

  @Test("a full disk refuses whole groups, and takes them when there is room again")
  func full() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/journal.sqlite"
    let store = try JournalStore(path: path)
    let pages = try store.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
    store.close()
    store.preparations = ["PRAGMA max_page_count = \(pages + 1)"]
    var written = 0
    var refused = 0
    for number in UInt64(1)...40 {
      let report = try #require(
        store.write([step(UInt64(written) + 1, bytes: 250), step(1, of: "room \(number)")]))
      if report.problem == nil {
        written += 1
      } else {
        refused += 1
        #expect(report.problem?.contains("full") == true)
        #expect(
          report.outcomes == [
            .room(.failed(RoomID("room"))), .room(.failed(RoomID("room \(number)"))),
          ])
      }
    }
    #expect(written > 0 && refused > 0)
    #expect(try count(store) == 2 * written)
    store.close()
    store.preparations = []
    let next = step(UInt64(written) + 1)
    #expect(store.write([next])?.outcomes.bare == [.room(.landed(RoomID("room")))])
    #expect(try count(store) == 2 * written + 1)
  }

  @Test("a read-only disk refuses until it is writable")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    _ = store.write([step(1)])
    store.close()
    store.preparations = ["PRAGMA query_only = ON"]
    let report = try #require(store.write([step(2)]))
    #expect(report.outcomes == [.room(.failed(RoomID("room")))])
    #expect(report.problem?.contains("readonly") == true, "\(report)")
    store.close()
    store.preparations = []
    #expect(store.write([step(2)])?.outcomes.bare == [.room(.landed(RoomID("room")))])
  }

  @Test("a commit with an unclear outcome is looked up and reported as found")
  func unclear() throws {
    let folder = try TemporaryFolder()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    let session = SessionRecord(
      id: SessionID("s"), player: Player(name: "Ana"), tokenHashes: [[1]])
    store.commit = { _ in throw Broken() }
    #expect(
      store.write([step(1), .session(session, for: CorrelationID(1))])?.outcomes
        == [.room(.failed(RoomID("room"))), .registry(.notKept(CorrelationID(1)))])
    #expect(try count(store) == 0)
    store.commit = { db in
      try db.commit()
      throw Broken()
    }
    let report = try #require(
      store.write([step(1), .session(session, for: CorrelationID(1))]))
    guard case .room(.reread(let room))? = report.outcomes.first else {
      return #expect(Bool(false), "\(report)")
    }
    #expect(room.entries.count == 1)
    guard case .registry(.kept(CorrelationID(1), let revision))? = report.outcomes.last else {
      return #expect(Bool(false), "\(report)")
    }
    #expect(store.registered(session.id) == .found(RegisteredSession(session, revision: revision)))
    #expect(report.problem != nil)
    let wal = try folder.bytes("journal.sqlite-wal")
    #expect(wal.isEmpty, "What was found is in the file itself, and synced.")
    store.commit = { _ in throw Broken() }
    guard case .room(.reread(let before))? = store.write([step(2)])?.outcomes.first else {
      return #expect(Bool(false))
    }
    #expect(before.entries.count == 1, "The second entry was never there.")
  }

  @Test("foreign, damaged, newer and inaccessible files are distinguished")
  func strange() throws {
    func problem(_ prepare: (String) throws -> Void) throws -> String {
      let folder = try TemporaryFolder()
      let path = folder.path + "/journal.sqlite"
      try prepare(path)
      do throws(JournalError) {
        _ = try JournalStore(path: path).load(now: now)
        return "none"
      } catch {
        return error.description.replacing(path, with: "FILE")
      }
    }
    let noise = (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let garbage = try problem { try Data(noise).write(to: URL(filePath: $0)) }
    #expect(garbage.hasPrefix("FILE is not a facedown-server journal"))
    let foreign = try problem { path in
      try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE cat (name)") }
    }
    #expect(foreign.hasPrefix("FILE is not a facedown-server journal"))
    let empty = try problem { try Data().write(to: URL(filePath: $0)) }
    #expect(empty.hasPrefix("FILE is empty"))
    let bare = try problem { path in
      try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 1") }
    }
    #expect(bare.hasPrefix("FILE is empty"))
    let newer = try problem { path in
      let store = try JournalStore(path: path)
      try store.change { db in
        try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('2: from the future')")
      }
      store.close()
    }
    #expect(newer.hasPrefix("FILE was written by a newer facedown-server"))
    let damaged = try problem { path in
      let store = try JournalStore(path: path)
      for number in UInt64(1)...60 { _ = store.write([step(number, bytes: 200)]) }
      store.close()
      var bytes = Array(try Data(contentsOf: URL(filePath: path)))
      for index in bytes.indices.dropFirst(8192) { bytes[index] = 0xA5 }
      try Data(bytes).write(to: URL(filePath: path))
    }
    #expect(damaged.hasPrefix("FILE is damaged"), "\(damaged)")
    let folder = try problem {
      try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false)
    }
    #expect(folder.hasPrefix("FILE cannot be used"))
    #expect(try problem { _ in } == "none")
  }

  @Test("an interrupted creation leaves no journal, and the next one starts over")
  func cutOffBeginning() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/journal.sqlite"
    try folder.write([], to: "journal.sqlite.new")
    let store = try JournalStore(path: path)
    #expect(store.isNew)
    #expect(store.write([step(1)])?.problem == nil)
    store.close()
    #expect(folder.names == ["journal.sqlite"])
    #expect(try folder.rights("journal.sqlite") == 0o600)
    let nowhere = #expect(throws: JournalError.self) {
      try JournalStore(path: folder.path + "/none/journal.sqlite")
    }
    #expect(nowhere?.description.hasPrefix("\(folder.path)/none/journal.sqlite cannot be") == true)
  }

  @Test("a room with an unreadable entry is not restored, and the others are")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    _ = store.write([step(1), step(1, of: "other")])
    try store.change { db in
      try db.execute(sql: "UPDATE entry SET bytes = x'FF00FF' WHERE room = 'room'")
    }
    var directory = RoomDirectory(
      random: RandomStream(key: [1], hashing: .openSSL), dealer: .fair(.openSSL),
      leastLead: .zero)
    let losses = directory.restore(try store.load(now: now).lobby, now: now).losses
    #expect(losses.map(\.room) == [RoomID("room")])
    #expect(losses.map(\.problem) == [.changed(seq: 1)])
    #expect(directory.roomCount == 1)
  }

  @Test(
    "an invalid row is reported as damage and does not crash the server",
    arguments: ["session", "entry", "sealed", "member", "room", "ban", "outage"])
  func foreignRows(table: String) throws {
    let folder = try TemporaryFolder()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    _ = store.write([step(1)])
    store.close()
    store.preparations = ["PRAGMA foreign_keys = OFF"]
    // The same columns, but without any constraints.
    try store.change { db in
      let columns = try db.columns(in: table).map(\.name)
      try db.execute(sql: "DROP TABLE \(table)")
      try db.execute(sql: "CREATE TABLE \(table) (\(columns.joined(separator: ", ")))")
      let values = columns.map { $0 == "room" ? "'room'" : "NULL" }
      try db.execute(sql: "INSERT INTO \(table) VALUES (\(values.joined(separator: ", ")))")
    }
    switch table {
    case "room":
      // Whose rows there are is not known any more.
      let error = #expect(throws: JournalError.self) { try store.load(now: now) }
      guard case .damaged? = error else { return #expect(Bool(false), "\(error as Any)") }
    case "entry", "sealed", "member":
      let room = try #require(try store.load(now: now).lobby.rooms.first)
      #expect(room.damage == .unreadable && room.code == RoomCode("ABCDE"))
      #expect(store.write([step(2)])?.problem == nil, "And it is not gone on with.")
    case "session":
      #expect(try store.load(now: now).damage == [], "No open room knows it.")
      #expect(
        try store.read { try store.damagedRows(of: .session, in: $0) }
          == ["The session without a key does not match its checksum."])
    default:
      let contents = try store.load(now: now)
      #expect(contents.lobby.rooms.map(\.damage) == [nil])
      #expect(contents.damage == ["The \(table) without a key does not match its checksum."])
    }
  }

  @Test("SQLite's messages about a damaged file cannot control a terminal")
  func quoted() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/journal.sqlite"
    let store = try JournalStore(path: path)
    try store.change { db in
      try db.execute(sql: "PRAGMA writable_schema = ON")
      try db.execute(
        sql: """
          UPDATE sqlite_master SET sql = 'CREATE TABLE member (' || char(27) || '[2J)'
          WHERE name = 'member'
          """)
    }
    store.close()
    let error = #expect(throws: JournalError.self) { try JournalStore(path: path) }
    let sentence = try #require(error).description
    #expect(sentence.contains("is damaged") && sentence.hasSuffix("."), "\(sentence)")
    #expect(!sentence.unicodeScalars.contains { $0.value < 0x20 })
  }
}

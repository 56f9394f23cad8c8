// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import GRDB
import Game
import Journal
import JournalFixtures
import Lobby
import MatchFixtures
import Protocol
import Testing

@testable import JournalSQLite

@Suite("Rows that are written later than the entries they follow from", .timeLimit(.minutes(1)))
struct JournalStoreTailTests {
  private let now = ServerTime(microseconds: 5_000_000_000)
  private let room = RoomID("room")
  private let session = SessionID("s")

  /// Step `number`, which answers request `number` of member 1, who entered with the first.
  private func step(_ number: UInt64, of room: String = "room") -> JournalRecord {
    let opened = Event.Opened(matchID: "match", settings: MatchSettings(), theme: "animals")
    let entry = Entry(
      seq: number, at: ServerTime(microseconds: Int64(number)),
      cause: Cause(actor: ActorNumber(1), request: RequestID(number)), event: .opened(opened))
    var batch = Batch(
      room: RoomID(room), code: RoomCode(room), expectedLastSeq: number - 1, entries: [entry])
    batch.requests = [Origin(session: session, request: RequestID(number))]
    if number == 1 { batch.entering = [Membership(session: session, actor: ActorNumber(1))] }
    return .step(batch)
  }

  /// A journal with rooms of so many steps each, written one step a commit.
  private func store(
    in folder: TemporaryFolder, steps: UInt64 = 4, rooms: [String] = ["room", "other"]
  ) throws -> JournalStore {
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    let record = SessionRecord(id: session, player: Player(name: "Ana"), tokenHashes: [[1]])
    _ = store.write([.session(record, for: CorrelationID(1))])
    for number in 1...steps {
      for room in rooms {
        #expect(
          store.write([step(number, of: room)])?.outcomes.bare == [.room(.landed(RoomID(room)))])
      }
    }
    return store
  }

  /// The last entry that the room's row knows, and the session's highest request.
  private func row(_ store: JournalStore) throws -> [Int64] {
    try store.read { db in
      try Int64.fetchAll(db, sql: "SELECT last_seq FROM room WHERE id = 'room'")
        + Int64.fetchAll(db, sql: "SELECT highest FROM session")
    }
  }

  /// The files of a journal as a kill leaves them, changed behind its back.
  private func killed(_ sql: String = "") throws -> TemporaryFolder {
    let (living, folder) = (try TemporaryFolder(), try TemporaryFolder())
    let store = try store(in: living)
    try folder.copyJournal(from: living.path)
    store.close()
    let file = try DatabaseQueue(path: folder.path + "/journal.sqlite")
    try file.write { try $0.execute(sql: sql) }
    try file.close()
    return folder
  }

  @Test("a step writes neither its room's row nor its session's, and both are known all the same")
  func late() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    #expect(try row(store) == [1, 0])
    let contents = try store.load(now: now)
    #expect(contents.lobby.rooms.map(\.entries.count) == [4, 4] && contents.damage == [])
    #expect(contents.sessions.map(\.record.highest) == [RequestID(4)])
    #expect(try row(store) == [4, 0], "A start writes the rooms' rows.")
    #expect(store.write([step(5)])?.outcomes.bare == [.room(.landed(room))])
    #expect(try row(store) == [4, 0])
    store.close()
    let again = try JournalStore(reading: folder.path + "/journal.sqlite")
    defer { again.close() }
    #expect(try row(again) == [5, 0], "So does an end.")
    #expect(try again.read { try Int64.fetchOne($0, sql: "SELECT tail FROM progress") } == 0)
  }

  @Test("after a kill rooms and requests are known, and go on")
  func kills() throws {
    let folder = try killed()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    defer { store.close() }
    #expect(try row(store) == [1, 0])
    guard case .room(.reread(let found))? = store.write([step(4)])?.outcomes.first else {
      return #expect(Bool(false), "It does not follow.")
    }
    #expect(found.entries.count == 4 && found.damage == nil)
    #expect(store.write([step(5)])?.outcomes.bare == [.room(.landed(room))])
    let contents = try store.load(now: now)
    #expect(contents.lobby.rooms.map(\.damage) == [nil, nil] && contents.damage == [])
    #expect(contents.sessions.map(\.record.highest) == [RequestID(5)])
  }

  @Test("recent entries that are numbered impossibly are damage", arguments: [-1, Int64.max])
  func numbers(number: Int64) throws {
    let folder = try killed("UPDATE recent SET number = \(number) WHERE number = 3")
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    defer { store.close() }
    let error = #expect(throws: JournalError.self) { try store.load(now: now) }
    guard case .damaged? = error else { return #expect(Bool(false), "\(error as Any)") }
  }

  @Test("a room's row is written after a number of steps")
  func due() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder, steps: 1)
    defer { store.close() }
    store.tail = JournalTail(mostEntries: 5)
    for number in UInt64(2)...3 {
      _ = store.write([step(number), step(number, of: "other")])
    }
    #expect(try row(store) == [1, 0])
    _ = store.write([step(4), step(4, of: "other")])
    #expect(try row(store) == [4, 0])
    let kept = try store.read { try String.fetchAll($0, sql: "SELECT room FROM recent") }
    #expect(kept.first == "other" && kept.count == 5, "What was moved goes with what is older.")
    #expect(try store.everyRoom().map(\.entries.count) == [4, 4])
    #expect(try store.load(now: now).lobby.rooms.map(\.damage) == [nil, nil])
    #expect(try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM recent") } == 0)
    #expect(store.write([step(5)])?.outcomes.bare == [.room(.landed(room))])
  }

  @Test("a room that closes leaves its members' highest requests", arguments: [false, true])
  func closes(isRestarted: Bool) throws {
    let folder = try TemporaryFolder()
    var store = try store(in: folder)
    if isRestarted {
      store.close()
      store = try JournalStore(path: folder.path + "/journal.sqlite")
    }
    #expect(store.write([step(5)])?.outcomes.bare == [.room(.landed(room))])
    _ = store.write([.closed(room, at: now)])
    #expect(try row(store) == [5, 5])
    let other = try #require(store.write([step(5, of: "other")])?.outcomes)
    #expect(other.bare == [.room(.landed(RoomID("other")))])
    #expect(try store.load(now: now).sessions.map(\.record.highest) == [RequestID(5)])
    store.close()
  }

  @Test("a commit that fails raises no request, and what landed before it is known")
  func fails() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    defer { store.close() }
    store.commit = { _ in throw DatabaseError(resultCode: .SQLITE_FULL) }
    #expect(store.write([step(5)])?.outcomes == [.room(.failed(room))])
    store.commit = { try $0.commit() }
    #expect(try store.load(now: now).sessions.map(\.record.highest) == [RequestID(4)])
    _ = store.write([.closed(room, at: now)])
    #expect(try row(store) == [4, 4])
  }

  @Test(
    "the loss of entries that no room's row knows of is found",
    arguments: [
      "DELETE FROM recent WHERE room = 'room' AND seq = 4",
      "DELETE FROM recent WHERE room = 'room' AND seq > 1",
      "UPDATE progress SET tail = tail + 1",
    ])
  func cut(sql: String) throws {
    let folder = try killed(sql)
    let path = folder.path + "/journal.sqlite"
    let found = try JournalStore(reading: path)
    var problems: [String] = []
    _ = JournalCheck(of: found) { problems.append($0.says) }
    #expect(problems.contains(JournalStore.brokenTail))
    found.close()
    // What is written meanwhile does not hide it.
    let blind = try JournalStore(path: path)
    #expect(blind.write([step(5, of: "other")])?.outcomes.bare == [.room(.landed(RoomID("other")))])
    blind.close()
    let store = try JournalStore(path: path)
    defer { store.close() }
    let reason = "some of the newest entries are missing"
    #expect(throws: JournalError.inconsistent(path: path, reason: reason)) {
      try store.load(now: now)
    }
    let contents = try store.load(now: now, acceptsLoss: true)
    #expect(contents.lobby.rooms.map(\.damage) == [nil, nil])
    #expect(contents.damage.count == 2 && contents.damage[1] == JournalStore.brokenTail)
    #expect(try store.load(now: now).damage == [], "It was accepted once.")
  }

  @Test(
    "an altered entry that no room's row knows of is named with its room",
    arguments: [
      ("UPDATE recent SET bytes = x'00' WHERE room = 'room' AND seq = 3", .changed(seq: 3)),
      ("UPDATE recent SET checksum = 0 WHERE room = 'room' AND seq = 4", .changed(seq: 4)),
      ("DELETE FROM recent WHERE room = 'room' AND seq = 3", .broken(after: 2)),
      ("DELETE FROM entry WHERE room = 'room' AND seq = 1", .broken(after: 0)),
      ("UPDATE room SET last_seq = 3 WHERE id = 'room'", .changedRow),
      ("UPDATE room SET closed_at = 3 WHERE id = 'room'", .changedRow),
    ] as [(String, StoredRoomError)])
  func altered(sql: String, problem: StoredRoomError) throws {
    let folder = try killed(sql)
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    defer { store.close() }
    let rooms = try store.load(now: now).lobby.rooms
    #expect(rooms.first { $0.id == room }?.damage == problem)
    #expect(rooms.first { $0.id == RoomID("other") }?.damage == nil)
    #expect(rooms.count == 2)
    let kept = try store.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM entry WHERE room = 'room'")
    }
    #expect(kept == (sql.hasPrefix("DELETE") ? 3 : 4), "Nothing else is deleted.")
  }
}

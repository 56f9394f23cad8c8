// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import GRDB
import Game
import Journal
import MatchFixtures
import Testing
import Wire

@testable import JournalSQLite
@testable import Lobby

@Suite("A journal in which rows were changed", .timeLimit(.minutes(1)))
struct JournalStoreDamageTests {
  private let now = ServerTime(microseconds: 5_000_000_000)

  private func step(_ number: UInt64, of room: String = "room") -> Batch {
    let opened = Event.Opened(matchID: "match", settings: MatchSettings(), theme: "animals")
    let entry = Entry(
      seq: number, at: ServerTime(microseconds: Int64(number)), event: .opened(opened))
    return Batch(
      room: RoomID(room), code: RoomCode(room == "room" ? "ABCDE" : room),
      expectedLastSeq: number - 1, entries: [entry])
  }

  /// A journal with two rooms of four entries, in the first a seal and a member, and a session.
  private func store(in folder: TemporaryFolder) throws -> JournalStore {
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    let session = SessionRecord(
      id: SessionID("s"), player: Player(name: "Ana"), tokenHashes: [[1]])
    let ban = try Ban(
      target: #require(BanTarget("address:192.0.2.7")), since: now, until: nil, reason: "noise")
    _ = store.write([
      .session(session, for: CorrelationID(1)), .ban(.set(ban), for: CorrelationID(1)),
      .outages([RoomDirectory.Outage(since: .zero, until: now)]),
    ])
    for number in UInt64(1)...4 {
      var first = step(number)
      first.requests = [Origin(session: session.id, request: RequestID(number))]
      if number == 1 {
        first.entering = [Membership(session: session.id, actor: ActorNumber(1))]
      }
      if number == 3 {
        first.sealed = SealedRecord(
          matchID: "match", seed: [UInt8](repeating: 7, count: 32))
      }
      let report = store.write([.step(first), .step(step(number, of: "other"))])
      #expect(
        report?.outcomes.bare == [.room(.landed(RoomID("room"))), .room(.landed(RoomID("other")))])
    }
    return store
  }

  private func damage(_ store: JournalStore) throws -> [RoomID: StoredRoomError] {
    let rooms = try store.load(now: now).lobby.rooms
    #expect(rooms.count == 2)
    return rooms.reduce(into: [:]) { $0[$1.id] = $1.damage }
  }

  @Test("is refused if its commit count is impossible", arguments: [-1, Int64.max])
  func commitCount(count: Int64) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/journal.sqlite"
    try store(in: folder).close()
    let file = try DatabaseQueue(path: path)
    try file.write { try $0.execute(sql: "UPDATE progress SET commits = ?", arguments: [count]) }
    try file.close()
    #expect(
      throws: JournalError.damaged(path: path, reason: "its commit count is \(count), SQLite 11")
    ) { try JournalStore(path: path).close() }
  }

  @Test(
    "names the room that fails its checksums, and the entry",
    arguments: [
      ("UPDATE entry SET bytes = zeroblob(3) WHERE room = 'room' AND seq = 2", .changed(seq: 2)),
      ("UPDATE entry SET checksum = 0 WHERE room = 'room' AND seq = 4", .changed(seq: 4)),
      ("DELETE FROM entry WHERE room = 'room' AND seq = 2", .broken(after: 1)),
      ("DELETE FROM entry WHERE room = 'room' AND seq = 4", .cutShort(after: 3, last: 4)),
      ("DELETE FROM entry WHERE room = 'room'", .cutShort(after: 0, last: 4)),
      ("UPDATE sealed SET seed = zeroblob(32)", .changed(seq: 3)),
      ("DELETE FROM sealed", .changed(seq: 3)),
      ("UPDATE room SET code = 'EDCBA' WHERE id = 'room'", .changedRow),
      ("UPDATE room SET closed_at = 1 WHERE id = 'room'", .changedRow),
      ("UPDATE room SET last_seq = 3 WHERE id = 'room'", .changedRow),
      ("UPDATE member SET session = 't'", .changedMember(actor: 1)),
      ("UPDATE member SET has_left = 1", .changedMember(actor: 1)),
    ] as [(String, StoredRoomError)])
  func rooms(sql: String, problem: StoredRoomError) throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    #expect(try damage(store) == [:])
    try store.change { try $0.execute(sql: sql) }
    #expect(try damage(store) == [RoomID("room"): problem])
    var directory = RoomDirectory(
      random: RandomStream(key: [1], hashing: .openSSL), dealer: .fair(.openSSL),
      leastLead: .zero)
    let losses = directory.restore(try store.load(now: now).lobby, now: now).losses
    #expect(losses.contains { $0.room == RoomID("room") && $0.problem == problem })
  }

  @Test("an entry moved to another room is detected, even if both begin alike")
  func exchanged() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    try store.change {
      try $0.execute(
        sql: """
          UPDATE entry SET checksum = (
            SELECT checksum FROM entry WHERE room = 'other' AND seq = 1)
          WHERE room = 'room' AND seq = 1
          """)
    }
    #expect(try damage(store) == [RoomID("room"): .changed(seq: 1)])
  }

  @Test(
    "leaves out a session, ban or outage that fails its checksum, and reports it",
    arguments: [
      ("session", "UPDATE session SET highest = 99"),
      ("session", "UPDATE session SET token_hash = x'02'"),
      ("ban", "UPDATE ban SET target = 'address:192.0.2.8'"),
      ("outage", "UPDATE outage SET since = 7"),
    ])
  func others(table: String, sql: String) throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    let before = try store.load(now: now)
    #expect(before.damage == [] && before.bans.count == 1 && before.lobby.outages.count == 1)
    #expect(before.sessions.map(\.record.highest) == [RequestID(4)])
    try store.change { try $0.execute(sql: sql) }
    let after = try store.load(now: now)
    #expect(after.damage.count == 1)
    #expect(after.damage.first?.hasPrefix("The \(table) ") == true)
    #expect(after.sessions.count == (table == "session" ? 0 : 1))
    #expect(after.bans.count == (table == "ban" ? 0 : 1))
    #expect(after.lobby.outages.count == (table == "outage" ? 0 : 1))
  }

  @Test("reports a key of room codes that has been altered, and starts without it")
  func codeKey() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    #expect(try store.load(now: now).lobby.codeKey?.count == 32)
    try store.change { try $0.execute(sql: "UPDATE progress SET code_key = x'00'") }
    let contents = try store.load(now: now)
    #expect(contents.lobby.codeKey == nil)
    #expect(contents.damage == [JournalStore.codeKeyDamage])
  }

  @Test("has a key of room codes of its own")
  func codeKeys() throws {
    let keys = try (0..<2).map { _ in
      let folder = try TemporaryFolder()
      return try store(in: folder).load(now: now).lobby.codeKey
    }
    #expect(keys[0] != keys[1])
  }

  @Test("lets a room that cannot be restored keep its code")
  func keptCode() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    try store.change { try $0.execute(sql: "UPDATE room SET last_seq = 3 WHERE id = 'room'") }
    var rival = step(1, of: "rival")
    rival.code = step(1).code
    #expect(store.write([.step(rival)])?.outcomes == [.room(.taken(rival.room))])
  }

  @Test("appends nothing to a damaged room, and hides no damage by writing")
  func writing() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    // Rows are read, and found damaged, when nothing newer is known.
    try store.settle()
    try store.change { db in
      try db.execute(sql: "UPDATE room SET code = 'EDCBA' WHERE id = 'room'")
      try db.execute(sql: "UPDATE session SET name = 'Eve'")
      try db.execute(sql: "UPDATE member SET session = 't'")
    }
    var other = step(5, of: "other")
    other.requests = [Origin(session: SessionID("s"), request: RequestID(5))]
    let report = try #require(store.write([.step(step(5)), .step(other)]))
    #expect(
      report.outcomes.bare == [.room(.failed(RoomID("room"))), .room(.landed(RoomID("other")))])
    _ = store.write([.closed(RoomID("room"), at: now)])
    #expect(try damage(store) == [RoomID("room"): .changedRow])
    #expect(
      try store.read { try store.damagedRows(of: .session, in: $0) }
        == ["The session s does not match its checksum."])
  }

  @Test("is refused if pages were swapped, which SQLite does not detect")
  func exchangedPages() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    _ = store.write(
      (100..<400).map { number in
        .session(
          SessionRecord(
            id: SessionID("session \(number)"), player: Player(name: "Ana"),
            tokenHashes: [[UInt8](repeating: 1, count: 32)]),
          for: CorrelationID(UInt64(number)))
      })
    let root = try #require(
      try store.read {
        try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'session'")
      })
    store.close()
    let bytes = try folder.bytes("journal.sqlite")
    func number(_ place: Int, _ count: Int) -> Int {
      bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }
    // File format, 1.6: an interior page of an index, whose cells begin with a page each.
    let page = (root - 1) * 4096
    let isInterior = bytes[page] == 2 && number(page + 3, 2) >= 2
    try #require(isInterior)
    let leaves = [0, 2].map { (number(page + number(page + 12 + $0, 2), 4) - 1) * 4096 }
    var changed = bytes
    changed.replaceSubrange(leaves[0]..<leaves[0] + 4096, with: bytes[leaves[1]..<leaves[1] + 4096])
    changed.replaceSubrange(leaves[1]..<leaves[1] + 4096, with: bytes[leaves[0]..<leaves[0] + 4096])
    try folder.write(changed, to: "journal.sqlite")
    let damaged = try JournalStore(path: folder.path + "/journal.sqlite")
    defer { damaged.close() }
    #expect(
      throws: JournalError.inconsistent(
        path: folder.path + "/journal.sqlite", reason: "rows of session are out of order")
    ) { try damaged.load(now: now) }
  }

  @Test("is refused if it is inconsistent, and opened if that is accepted")
  func inconsistent() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/journal.sqlite"
    let store = try store(in: folder)
    let page = try #require(
      try store.read {
        try Int.fetchOne(
          $0,
          sql: "SELECT rootpage FROM sqlite_master WHERE name = 'replay_viewer_by_session'")
      })
    store.close()
    var bytes = try folder.bytes("journal.sqlite")
    // The page header's count of fragmented free bytes.
    bytes[(page - 1) * 4096 + 7] = 60
    try folder.write(bytes, to: "journal.sqlite")
    let damaged = try JournalStore(path: path)
    defer { damaged.close() }
    let error = #expect(throws: JournalError.self) { try damaged.load(now: now) }
    guard case .inconsistent? = error else { return #expect(Bool(false), "\(error as Any)") }
    #expect(error?.description.contains("--accept-loss") == true)
    let contents = try damaged.load(now: now, acceptsLoss: true)
    #expect(contents.lobby.rooms.count == 2)
    #expect(contents.damage.first?.hasPrefix("The file: ") == true)
  }
}

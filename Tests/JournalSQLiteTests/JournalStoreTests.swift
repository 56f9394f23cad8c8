// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import GRDB
import Game
import Journal
import JournalFixtures
import Lobby
import MatchClient
import MatchFixtures
import Testing
import Wire

@testable import JournalSQLite

@Suite("The journal's file", .timeLimit(.minutes(2)))
struct JournalStoreTests {
  private func play(
    in folder: TemporaryFolder, pairs: Int = 3, before: (StoreJournal) -> Void = { _ in }
  ) throws -> (journal: StoreJournal, log: [Entry]) {
    try playMatch(
      MatchSettings(pairs: pairs, seats: 2, reveal: .seconds(1)), in: folder, before: before)
  }

  private let now = ServerTime(microseconds: 5_000_000_000)

  @Test("knows whether it is new")
  func begins() throws {
    let folder = try TemporaryFolder()
    for isNew in [true, false] {
      let store = try JournalStore(path: folder.path + "/journal.sqlite")
      #expect(store.isNew == isNew)
      store.close()
    }
  }

  @Test("syncs every commit, also after the file was opened again")
  func synced() throws {
    let folder = try TemporaryFolder()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    defer { store.close() }
    for _ in 0..<2 {
      let level = try store.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
      #expect(level == 2, "2 is FULL: WAL files are synced with each commit.")
      store.close()
    }
  }

  @Test("migrates a file of the first version, and restores its rooms")
  func migrates() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/journal.sqlite"
    let (journal, log) = try play(in: folder)
    journal.store.close()
    let newest = try DatabaseQueue(path: path)
    let old = try DatabaseQueue(path: folder.path + "/old.sqlite")
    try JournalSchema.migrator.migrate(old, upTo: "1: rooms, entries, sessions and results")
    try newest.write { db in
      try db.execute(sql: "ATTACH ? AS old", arguments: [folder.path + "/old.sqlite"])
      for table in ["room", "entry", "sealed", "session"] {
        let columns = try db.columns(in: table).map(\.name)
          .filter { !["checksum", "chain", "revision", "detached_at"].contains($0) }
          .joined(separator: ", ")
        try db.execute(
          sql: "INSERT INTO old.\(table) (\(columns)) SELECT \(columns) FROM main.\(table)")
      }
      try db.execute(sql: "INSERT INTO old.member SELECT room, actor, session FROM main.member")
      try db.execute(sql: "PRAGMA old.application_id = \(JournalSchema.applicationID)")
    }
    try newest.close()
    try old.close()
    let store = try JournalStore(path: folder.path + "/old.sqlite")
    defer { store.close() }
    let contents = try store.load(now: now)
    #expect(contents.lobby.rooms.first?.entries == log)
    #expect(contents.lobby.rooms.first?.members.count == 2)
    #expect(contents.lobby.rooms.first?.former == [] && contents.lobby.outages == [])
    #expect(contents.lobby.rooms.first?.spectators == [])
    #expect(contents.lobby.codeKey?.count == 32)
    #expect(contents.lobby.rooms.first?.damage == nil && contents.damage == [])
    #expect(contents.sessions.count == 2, "Its rows have checksums now.")
    try store.change {
      try $0.execute(
        sql: "UPDATE entry SET bytes = (SELECT bytes FROM entry WHERE seq = 9) WHERE seq = 8")
    }
    #expect(try store.load(now: now).lobby.rooms.first?.damage == .changed(seq: 8))
  }

  @Test("reads back what was written: entries, seals, members, sessions")
  func readsBack() throws {
    let folder = try TemporaryFolder()
    let (journal, log) = try play(in: folder)
    journal.store.close()
    let contents = try JournalStore(path: folder.path + "/journal.sqlite").load(now: now)
    let room = try #require(contents.lobby.rooms.first)
    #expect(contents.lobby.rooms.count == 1)
    #expect(room.entries == log)
    #expect(room.sealed.count == 1)
    #expect(room.members.map(\.actor) == [ActorNumber(1), ActorNumber(2)])
    #expect(Set(room.members.map(\.session)) == Set(contents.sessions.map(\.record.id)))
    #expect(contents.sessions.map(\.record.player.isBot) == [true, true])
    #expect(contents.sessions.allSatisfy { $0.record.highest >= RequestID(2) })
    #expect(contents.sessions.map(\.record.tokenHashes).allSatisfy { $0.map(\.count) == [32] })
    #expect(contents.lastStamp == log.last?.at)
  }

  @Test("keeps results by match and seat")
  func results() throws {
    let folder = try TemporaryFolder()
    let (journal, log) = try play(in: folder)
    guard case .ended(let ended)? = log.last?.event else { throw TestError.noEnd }
    let rows = try journal.store.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT mode || ' ' || reason || ' ' || rank || ' ' || name || ' ' || score
          FROM result JOIN placing USING (match_id) ORDER BY rank, seat
          """)
    }
    #expect(
      rows == ended.standings.map { "memorize finished \($0.rank) \($0.player.name) \($0.score)" })
  }

  private enum TestError: Error { case noEnd }

  @Test("a crash after any write leaves whole steps, including every acknowledged one")
  func crashes() throws {
    let folder = try TemporaryFolder()
    var lengths: [Int] = []
    let (_, log) = try play(in: folder) { journal in
      journal.written = { [unowned journal] in
        let copy = try TemporaryFolder()
        try copy.copyJournal(from: folder.path)
        let found = try JournalStore(path: copy.path + "/journal.sqlite").load(now: now)
        let written = journal.appended.joined().reduce(into: 0) { count, record in
          if case .room(.step(let step)) = record { count += step.entries.count }
        }
        #expect(found.lobby.rooms.first?.entries.count ?? 0 == written)
        lengths.append(written)
      }
    }
    #expect(lengths.last == log.count)
    #expect(lengths.count > 10)
  }

  @Test("a torn end is cut off at a whole step")
  func torn() throws {
    let folder = try TemporaryFolder()
    let (journal, log) = try play(in: folder)
    var ends: Set<Int> = [0]
    for case .room(.step(let step)) in journal.appended.joined() {
      ends.insert(Int(step.expectedLastSeq) + step.entries.count)
    }
    let wal = try folder.bytes("journal.sqlite-wal")
    #expect(wal.count > 50_000)
    var stream = RandomStream(key: [7], hashing: .openSSL)
    var seen: Set<Int> = []
    for _ in 0..<60 {
      let copy = try TemporaryFolder()
      try copy.copyJournal(from: folder.path)
      var torn = Array(wal.prefix(Int(stream.below(UInt64(wal.count)))))
      // Sectors that the disk had not written yet may contain anything.
      if stream.below(2) == 0, torn.count > 600 {
        for index in torn.indices.suffix(512) { torn[index] = stream.nextByte() }
      }
      try copy.write(torn, to: "journal.sqlite-wal")
      // Before the first commit there is nothing at all.
      guard let store = try? JournalStore(path: copy.path + "/journal.sqlite") else { continue }
      let entries = try store.load(now: now).lobby.rooms.first?.entries ?? []
      #expect(entries == Array(log.prefix(entries.count)))
      #expect(ends.contains(entries.count), "\(entries.count)")
      seen.insert(entries.count)
    }
    #expect(seen.count > 10)
  }

  @Test("keeps former members and the latest outages")
  func formerMembers() throws {
    let folder = try TemporaryFolder()
    let (journal, log) = try play(in: folder)
    let last = try #require(log.last)
    let steps = journal.appended.joined().compactMap { record in
      if case .room(.step(let step)) = record { step } else { nil }
    }
    let step = try #require(steps.first)
    var leaving = Batch(
      room: step.room, code: step.code, expectedLastSeq: last.seq,
      entries: [Entry(seq: last.seq + 1, at: last.at, event: .vacated(SeatIndex(1)))])
    leaving.leaving = [ActorNumber(2)]
    let outages = [1, 5].map { start in
      RoomDirectory.Outage(
        since: ServerTime(microseconds: start), until: ServerTime(microseconds: start + 2))
    }
    let leave = JournalRecord.step(leaving)
    _ = journal.store.write([.outages([outages[1]]), leave])
    _ = journal.store.write([.outages(outages)])
    let contents = try journal.store.load(now: now)
    let room = try #require(contents.lobby.rooms.first)
    #expect(room.members.map(\.actor) == [ActorNumber(1)])
    #expect(room.former.map(\.actor) == [ActorNumber(2)])
    #expect(contents.lobby.outages == outages)
  }

  @Test("a step that does not follow the last entry is not written, and the others are")
  func fenced() throws {
    let folder = try TemporaryFolder()
    let (journal, log) = try play(in: folder)
    let steps = journal.appended.joined().compactMap { record -> Batch? in
      if case .room(.step(let step)) = record { step } else { nil }
    }
    let late = try #require(steps.last)
    var other = try #require(steps.first)
    other.room = RoomID("another")
    other.code = RoomCode("OTHER")
    other.entering = []
    let report = try #require(journal.store.write([.step(late), .step(other)]))
    #expect(report.problem == nil)
    #expect(report.outcomes.count == 2)
    guard case .room(.reread(let room))? = report.outcomes.first else {
      return #expect(Bool(false), "\(report.outcomes)")
    }
    #expect(room.entries == log)
    #expect(report.outcomes.bare.last == .room(.landed(other.room)))
    let bytes = other.entries.map { WireEncoding.proto.encode($0) }
    #expect(
      report.outcomes.last
        == .room(.landed(other.room, as: EncodedEntries(firstSeq: 1, bytes: bytes))))
    var stray = late
    stray.room = RoomID("x")
    let ahead = try #require(journal.store.write([.step(stray)]))
    #expect(ahead.outcomes == [.room(.failed(RoomID("x")))])
  }

  @Test("keeps spectators and their first entry until they leave or the room closes")
  func spectators() throws {
    let folder = try TemporaryFolder()
    let (journal, _) = try play(in: folder)
    let store = journal.store
    let room = try #require(try store.load(now: now).lobby.rooms.first?.id)
    func record(_ name: String, _ seq: UInt64) -> SpectatorRecord {
      SpectatorRecord(session: SessionID(name), firstSeq: seq)
    }
    func kept() throws -> [SpectatorRecord]? {
      try store.load(now: now).lobby.rooms.first?.spectators
    }
    let (eve, fay) = (record("eve", 3), record("fay", 9))
    let outcomes = store.write([
      .spectator(eve, of: room), .spectator(fay, of: room), .spectator(eve, of: RoomID("no room")),
    ])?.outcomes
    #expect(
      outcomes == [
        .room(.watches(eve.session, room)), .room(.watches(fay.session, room)),
        .room(.watchesNot(eve.session, RoomID("no room"))),
      ])
    #expect(try kept() == [eve, fay])
    _ = store.write([.spectatorLeft(fay.session, of: room), .spectator(record("eve", 7), of: room)])
    #expect(try kept() == [record("eve", 7)])
    let unclear = try #require(
      store.reread(
        [.spectator(record("eve", 7), of: room), .spectator(fay, of: room)], because: ""))
    #expect(
      unclear.outcomes == [
        .room(.watches(eve.session, room)), .room(.watchesNot(fay.session, room)),
      ])
    _ = store.write([.closed(room, at: now)])
    let rows = try store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM viewer") }
    #expect(rows == 0)
    let late = store.write([.spectator(eve, of: room)])?.outcomes
    #expect(late == [.room(.watchesNot(eve.session, room))], "It is closed.")
  }

  @Test("keeps the hashes of two tokens, and no token")
  func tokens() throws {
    let folder = try TemporaryFolder()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    let session = SessionID("s")
    let player = Player(name: "Ana", id: "key", isBot: false)
    var revision: Revision?
    for hashes: [[UInt8]] in [[[1]], [[1], [2]], [[2], [3]]] {
      let record = SessionRecord(id: session, player: player, tokenHashes: hashes)
      let outcomes = store.write([.session(record, expecting: revision, for: CorrelationID(4))])?
        .outcomes
      guard case .found(let found?) = store.registered(session) else {
        return #expect(Bool(false), "It is not stored.")
      }
      #expect(found.record == record)
      #expect(outcomes == [.registry(.kept(CorrelationID(4), found.revision))])
      revision = found.revision
    }
    #expect(store.write([.forgotten(session)])?.outcomes == [])
    #expect(store.registered(session) == .found(nil))
  }

  @Test("a closed room is not restored, is kept for thirty days, and leaves its result")
  func prunes() throws {
    let folder = try TemporaryFolder()
    let (journal, _) = try play(in: folder)
    let store = journal.store
    let room = try #require(try store.load(now: now).lobby.rooms.first?.id)
    _ = store.write([.closed(room, at: now)])
    func counts(at time: ServerTime) throws -> [Int] {
      #expect(try store.load(now: time).lobby.rooms == [])
      return try store.read { db in
        try ["room", "entry", "sealed", "member", "result", "placing"].map {
          try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") ?? -1
        }
      }
    }
    let kept = try counts(at: now + .seconds(30 * 86_400))
    #expect(kept[0] == 1 && kept[1] > 20 && kept[2] == 1)
    #expect(kept[3...] == [0, 1, 2])
    #expect(try counts(at: now + .seconds(30 * 86_400 + 1)) == [0, 0, 0, 0, 1, 2])
  }
}

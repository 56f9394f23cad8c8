// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Game
import Glibc
import Journal
import JournalFixtures
import LibWebSockets
import Lobby
import MatchFixtures
import Protocol
import Testing

@testable import JournalSQLite

@Suite("A journal that lacks commits its heartbeat records", .timeLimit(.minutes(1)))
struct JournalLossTests {
  private let now = ServerTime(microseconds: 5_000_000_000)

  private func step(_ number: UInt64) -> JournalRecord {
    let opened = Event.Opened(matchID: "match", settings: MatchSettings(), theme: "animals")
    let entry = Entry(seq: number, at: now, event: .opened(opened))
    return .step(
      Batch(
        room: RoomID("room"), code: RoomCode("ABCDE"), expectedLastSeq: number - 1, entries: [entry]
      ))
  }

  /// Writes ten commits, with a beat behind the eighth, and leaves the files as a kill does.
  private func killed() throws -> TemporaryFolder {
    let (living, folder) = (try TemporaryFolder(), try TemporaryFolder())
    let directory = try DataDirectory(path: living.path)
    let store = try JournalStore(in: directory)
    for number in UInt64(1)...10 {
      #expect(store.write([step(number)])?.problem == nil)
      if number == 8 { directory.beat(at: now, mark: store.durableMark) }
    }
    try folder.copyJournal(from: living.path)
    try folder.write(living.bytes("heartbeat"), to: "heartbeat")
    store.close()
    return folder
  }

  private func open(
    _ folder: TemporaryFolder, acceptsLoss: Bool = false
  ) throws(JournalError) -> (entries: Int, loss: JournalLoss?) {
    guard let directory = try? DataDirectory(path: folder.path) else {
      throw .inUse(path: folder.path)
    }
    let store = try JournalStore(in: directory, acceptsLoss: acceptsLoss)
    defer { store.close() }
    return (try store.everyRoom().first?.entries.count ?? 0, store.loss)
  }

  private func loss(_ folder: TemporaryFolder) -> JournalLoss? {
    do {
      _ = try open(folder)
      return nil
    } catch {
      guard case .incomplete(_, let loss, _) = error else { return nil }
      return loss
    }
  }

  @Test("is opened after a kill, because nothing is missing")
  func whole() throws {
    let folder = try killed()
    #expect(try open(folder) == (10, nil))
    #expect(try open(TemporaryFolder()) == (0, nil))
  }

  @Test("is refused without its write-ahead log, or with half of it, and no file changes")
  func log() throws {
    let folder = try killed()
    let log = try folder.bytes("journal.sqlite-wal")
    let main = try folder.bytes("journal.sqlite")
    for count in [0, 32, log.count / 2] {
      try folder.write(Array(log.prefix(count)), to: "journal.sqlite-wal")
      guard case .commits(let has, 8)? = loss(folder) else {
        return #expect(Bool(false), "\(count) bytes of the log")
      }
      #expect(has < 8)
      #expect(try folder.bytes("journal.sqlite-wal") == Array(log.prefix(count)))
      #expect(try folder.bytes("journal.sqlite") == main)
    }
    for place in [40, log.count / 2] {
      var changed = log
      changed[place] ^= 1
      try folder.write(changed, to: "journal.sqlite-wal")
      #expect(loss(folder) != nil)
      #expect(try folder.bytes("journal.sqlite-wal") == changed)
    }
    unlink(folder.path + "/journal.sqlite-wal")
    #expect(loss(folder) == .commits(has: 0, knew: 8))
    #expect(access(folder.path + "/journal.sqlite-wal", F_OK) != 0)
    // The operator puts the file back.
    try folder.write(log, to: "journal.sqlite-wal")
    #expect(try open(folder) == (10, nil))
  }

  @Test("may lose the commits after the last heartbeat")
  func window() throws {
    let folder = try killed()
    let log = try folder.bytes("journal.sqlite-wal")
    var entries: Set<Int> = []
    for count in stride(from: 0, through: log.count, by: 512) {
      try folder.write(Array(log.prefix(count)), to: "journal.sqlite-wal")
      guard let opened = try? open(folder) else { continue }
      entries.insert(opened.entries)
      break
    }
    #expect(entries == [8])
  }

  @Test("is opened once if the loss is accepted, with the log kept under another name")
  func accepted() throws {
    let folder = try killed()
    let log = try folder.bytes("journal.sqlite-wal")
    try folder.write(Array(log.prefix(log.count / 2)), to: "journal.sqlite-wal")
    let opened = try open(folder, acceptsLoss: true)
    #expect(opened.entries < 8 && opened.loss != nil)
    #expect(folder.names.contains { $0.hasPrefix("journal.sqlite-wal.before-loss-") })
    #expect(loss(folder) != nil, "Until a server has noted that it went on.")
    do {
      let directory = try DataDirectory(path: folder.path)
      let store = try JournalStore(in: directory, acceptsLoss: true)
      directory.beat(at: now, mark: store.durableMark)
      store.close()
    }
    #expect(try open(folder).loss == nil)
  }

  @Test("is refused if the file is missing, another one or an older copy")
  func replaced() throws {
    let folder = try killed()
    unlink(folder.path + "/journal.sqlite")
    #expect(loss(folder) == .whole)
    let log = try folder.bytes("journal.sqlite-wal")
    #expect(try open(folder, acceptsLoss: true) == (0, .whole))
    let kept = try #require(folder.names.first { $0.hasPrefix("journal.sqlite-wal.left-") })
    #expect(try folder.bytes(kept) == log, "Its pages are not put into the new one.")
    #expect(loss(folder) == .replaced)
    let old = try DatabaseQueue(path: folder.path + "/journal.sqlite")
    try old.write { try $0.execute(sql: "DROP TABLE progress") }
    try old.close()
    #expect(loss(folder) == .replaced)
    // An earlier server noted the time alone.
    let other = try TemporaryFolder()
    try other.write(Array("1900000000000000\n".utf8), to: "heartbeat")
    #expect(loss(other) == .whole)
    try other.write(killed().bytes("journal.sqlite"), to: "journal.sqlite")
    #expect(loss(other) == nil)
  }

  @Test("reports what is missing, since when, and the remedy")
  func sentences() {
    let time = ServerTime(microseconds: 1_700_000_000_000_000)
    for loss in [JournalLoss.whole, .replaced, .commits(has: 3, knew: 8)] {
      let error = JournalError.incomplete(path: "/d/journal.sqlite", loss, asOf: time)
      let sentence = error.description
      #expect(sentence.hasPrefix("/d/journal.sqlite ") && sentence.hasSuffix("--accept-loss."))
      #expect(sentence.contains("(as of \(time.utcText))"))
    }
    #expect(
      JournalLoss.commits(has: 3, knew: 8).clause(about: "j").contains("at least the last 5 of 8"))
  }

  @Test("a torn heartbeat is ignored and reported")
  func torn() throws {
    let folder = try TemporaryFolder()
    let mark = JournalMark(journal: -5, commits: 1234)
    do {
      let directory = try DataDirectory(path: folder.path)
      directory.beat(at: now, mark: mark)
    }
    let bytes = try folder.bytes("heartbeat")
    #expect(try DataDirectory(path: folder.path).lastMark == mark)
    #expect(try DataDirectory(path: folder.path).lastBeat == now)
    for index in bytes.indices.dropFirst(12) where index != bytes.count - 1 {
      var torn = bytes
      torn[index] ^= 1
      try folder.write(torn, to: "heartbeat")
      let directory = try DataDirectory(path: folder.path)
      #expect(directory.lastMark == nil && directory.isHeartbeatDamaged, "byte \(index)")
    }
  }

  @Test("never records a mark beyond what is on disk")
  func durable() throws {
    struct Broken: Error {}
    let folder = try TemporaryFolder()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    #expect(store.durableMark?.commits == 0)
    _ = store.write([step(1)])
    #expect(store.durableMark?.commits == 1)
    store.commit = { _ in throw DatabaseError(resultCode: .SQLITE_FULL) }
    _ = store.write([step(2)])
    #expect(store.durableMark?.commits == 1)
    store.commit = { db in
      try db.commit()
      throw Broken()
    }
    // Nobody waits for this record, so it may not be on the disk.
    _ = store.write([.forgotten(SessionID("s"))])
    #expect(store.durableMark?.commits == 1)
    _ = store.write([step(2)])
    #expect(store.durableMark?.commits == 3)
    store.close()
  }
}

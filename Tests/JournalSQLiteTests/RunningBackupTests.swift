// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Game
import Glibc
import Journal
import Lobby
import MatchFixtures
import Testing

@testable import JournalSQLite

/// A journal with a thread of its own, some megabytes long, to which entries are written one by
/// one.
final class GrowingJournal: Sendable {
  let folder: TemporaryFolder
  let writer: JournalWriter

  /// A journal with a number of rooms, each with an entry of some kilobytes.
  init(rooms: Int) throws {
    folder = try TemporaryFolder()
    let directory = try DataDirectory(path: folder.path)
    let store = try JournalStore(path: directory.journalPath)
    let report = store.write((0..<rooms).map { Self.step(1, of: $0) })
    try #require(report?.problem == nil)
    writer = JournalWriter(store: store, directory: directory)
  }

  static func step(_ number: UInt64, of room: Int) -> JournalRecord {
    let opened = Event.Opened(
      matchID: "match", settings: MatchSettings(), theme: String(repeating: "x", count: 8000))
    let entry = Entry(
      seq: number, at: ServerTime(microseconds: Int64(number)), event: .opened(opened))
    return .step(
      Batch(
        room: RoomID("room \(room)"), code: RoomCode("code \(room)"), expectedLastSeq: number - 1,
        entries: [entry]))
  }

  /// Writes the next entry of a room; true once it has landed.
  func write(_ number: UInt64, of room: Int) async -> Bool {
    await withCheckedContinuation { done in
      writer.write([Self.step(number, of: room)]) { done.resume(returning: $0.problem == nil) }
    }
  }

  /// Backs up, and waits for the final report.
  func backUp(to path: String, replaces: Bool = false) async -> BackupProgress {
    await withCheckedContinuation { done in
      writer.backUp(to: path, replaces: replaces) { progress in
        if case .copied = progress { return }
        done.resume(returning: progress)
      }
    }
  }
}

extension BackupProgress {
  fileprivate var finished: FinishedBackup? {
    if case .finished(let backup) = self { backup } else { nil }
  }
  fileprivate var failed: BackupError? { if case .failed(let error) = self { error } else { nil } }
}

@Suite("A backup while the journal is written", .timeLimit(.minutes(1)))
struct RunningBackupTests {
  @Test("contains all entries from before it began, and later ones without gaps")
  func meanwhile() async throws {
    let journal = try GrowingJournal(rooms: 400)
    let path = journal.folder.path + "/copy.sqlite"
    async let answer = journal.backUp(to: path)
    async let written = Self.writeMany(to: journal)
    let last = await answer
    let count = await written
    #expect(last.finished != nil, "\(String(describing: last))")
    #expect(count == 120)
    let store = try JournalStore(reading: path)
    let rooms = try store.everyRoom()
    #expect(rooms.count == 400)
    for room in rooms {
      #expect(room.entries.map(\.seq) == Array(1...UInt64(room.entries.count)))
    }
    #expect(try store.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    store.close()
    #expect(journal.folder.unfinished == [] && access(path + "-wal", F_OK) != 0)
    #expect(try journal.folder.rights("copy.sqlite") == 0o600)
    await journal.writer.close()
  }

  /// Writes entries to rooms in turn; returns the number that landed.
  private static func writeMany(to journal: GrowingJournal) async -> Int {
    var landed = 0
    for number in 0..<120 where await journal.write(UInt64(number / 40) + 2, of: number % 40) {
      landed += 1
    }
    return landed
  }

  @Test("replaces an existing file only on request, and never a folder")
  func replaces() async throws {
    let journal = try GrowingJournal(rooms: 1)
    let path = journal.folder.path + "/copy.sqlite"
    try journal.folder.write([1, 2, 3], to: "copy.sqlite")
    #expect(
      await journal.backUp(to: path).failed?.description.contains("exists: choose another name")
        == true)
    #expect(try journal.folder.bytes("copy.sqlite") == [1, 2, 3])
    #expect(await journal.backUp(to: path, replaces: true).finished != nil)
    try #require(try JournalStore(reading: path).everyRoom().count == 1)
    mkdir(journal.folder.path + "/folder", 0o700)
    let folder = await journal.backUp(to: journal.folder.path + "/folder", replaces: true)
    #expect(folder.failed?.description.contains("is not a file") == true)
    let nowhere = await journal.backUp(to: journal.folder.path + "/no/such/file")
    #expect(nowhere.failed?.description.contains("No such file or directory") == true)
    await journal.writer.close()
  }

  @Test("leaves a file with the former name of unfinished backups alone")
  func othersFiles() async throws {
    let journal = try GrowingJournal(rooms: 1)
    let path = journal.folder.path + "/copy.sqlite"
    try journal.folder.write([1, 2, 3], to: "copy.sqlite.partial")
    #expect(await journal.backUp(to: path).finished != nil)
    #expect(await journal.backUp(to: path, replaces: true).finished != nil)
    #expect(try journal.folder.bytes("copy.sqlite.partial") == [1, 2, 3])
    #expect(journal.folder.unfinished == ["copy.sqlite.partial"])
    await journal.writer.close()
  }

  @Test(
    "leaves nothing behind on a full disk, and the journal continues",
    .smallDisk)
  func full() async throws {
    let journal = try GrowingJournal(rooms: 200)
    let disk = try #require(SmallDisk())
    let path = disk.folder.path + "/copy.sqlite"
    let refused = await journal.backUp(to: path).failed
    #expect(refused?.description.contains(" free: make room") == true)
    #expect(disk.folder.unfinished == [])
    #expect(await journal.write(2, of: 0))
    // A backup for which there seemed to be enough space at first.
    let store = try JournalStore(path: journal.folder.path + "/other.sqlite")
    _ = store.write((0..<200).map { GrowingJournal.step(1, of: $0) })
    let file = try BackupFile(path, replaces: false, bytes: 0)
    #expect(throws: BackupError.self) { try store.copy(to: file) }
    file.discard()
    #expect(disk.folder.names == [])
    #expect(store.write([GrowingJournal.step(2, of: 0)])?.problem == nil)
    store.close()
    await journal.writer.close()
  }

  @Test("runs one at a time, ends with the journal, and leaves no unfinished file")
  func ends() async throws {
    let journal = try GrowingJournal(rooms: 400)
    let path = journal.folder.path + "/copy.sqlite"
    async let first = journal.backUp(to: path)
    async let second = journal.backUp(to: journal.folder.path + "/second.sqlite")
    let answers = [await first, await second]
    #expect(answers.count { $0.finished != nil } >= 1)
    for refused in answers.compactMap({ $0.failed }) {
      #expect(refused.description.contains("Another backup is running"))
    }
    async let third = journal.backUp(to: journal.folder.path + "/third.sqlite")
    await journal.writer.close()
    if let refused = await third.failed {
      #expect(refused.description.contains("is stopping") && journal.folder.unfinished == [])
    }
  }

  @Test("fails with a message when the journal has to be reopened")
  func reopened() throws {
    let folder = try TemporaryFolder()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    _ = store.write((0..<200).map { GrowingJournal.step(1, of: $0) })
    let file = try BackupFile(folder.path + "/copy.sqlite", replaces: false, bytes: 0)
    let copy = try store.beginCopy(to: file.partialPath)
    #expect(try copy.step(pages: 8).isWhole == false)
    store.close()
    #expect(throws: BackupError.self) { try copy.step(pages: 8) }
    #expect(store.write([GrowingJournal.step(2, of: 0)])?.problem == nil)
    store.close()
  }
}

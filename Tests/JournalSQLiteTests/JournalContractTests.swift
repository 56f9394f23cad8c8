// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import FacedownTesting
import GRDB
import Game
import Journal
import JournalFixtures
import LibWebSockets
import Lobby
import Logging
import MatchFixtures
import Testing

@testable import JournalSQLite

@Suite("The journal's contract on SQLite", .timeLimit(.minutes(1)))
struct JournalContractTests {
  private let now = ServerTime(microseconds: 5_000_000_000)

  @Test("is kept by the file", arguments: JournalContract.all)
  func file(promise: JournalContract.Case) async throws {
    struct Broken: Error {}
    let folder = try TemporaryFolder()
    let journal = try StoreJournal(path: folder.path + "/journal.sqlite")
    let store = journal.store
    defer { store.close() }
    let fail = { (fault: JournalUnderTest.Fault) in
      store.commit = { db in
        switch fault {
        case .none: try db.commit()
        case .full: throw DatabaseError(resultCode: .SQLITE_FULL)
        case .unclear(let landed):
          if landed { try db.commit() }
          throw Broken()
        }
      }
    }
    try await promise.check(
      JournalUnderTest(journal, disk: journal, contents: { try store.load(now: now) }, fail: fail))
  }

  @Test(
    "is kept from the loop to the disk and back", arguments: JournalContract.cases(for: [.contents])
  )
  func thread(promise: JournalContract.Case) async throws {
    let folder = try TemporaryFolder()
    let loop = try EventLoop.start()
    defer { loop.stop() }
    let user = try LoopUser(loop: loop, path: folder.path)
    try await promise.check(
      JournalUnderTest(
        appendAll: { await user.append($0) }, get: { await user.get($0) },
        told: { await user.changes },
        contents: {
          // After everything that was written.
          try user.writer.queue.sync { try user.writer.store.load(now: now) }
        }))
    await user.writer.close()
  }
}

/// A journal in use on its loop.
private actor LoopUser {
  nonisolated private let loop: EventLoop
  nonisolated let writer: JournalWriter
  private let journal: SQLiteJournal
  private let told: ToldChanges

  /// Its notifications so far.
  var changes: JournalChanges { told.changes }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(loop: EventLoop, path: String) throws {
    self.loop = loop
    let directory = try DataDirectory(path: path)
    writer = JournalWriter(
      store: try JournalStore(path: directory.journalPath), directory: directory)
    journal = SQLiteJournal(
      loop: loop, writer: writer, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    told = ToldChanges(of: journal)
  }

  /// Reads a session.
  func get(_ session: SessionID) async -> RegistryAnswer {
    let (answers, feed) = AsyncStream.makeStream(of: RegistryAnswer.self)
    journal.get(session) { feed.yield($0) }
    var next = answers.makeAsyncIterator()
    return await next.next(isolation: #isolation) ?? .unavailable
  }

  /// Appends groups in one turn of the loop, and waits for all answers.
  func append(_ groups: [[JournalRecord]]) async -> [[JournalOutcome]] {
    let (answers, feed) = AsyncStream.makeStream(of: [JournalOutcome].self)
    let parts = JournalParts(journal, disk: journal)
    for group in groups { parts.write(group) { feed.yield($0) } }
    var all: [[JournalOutcome]] = []
    var next = answers.makeAsyncIterator()
    while all.count < groups.count, let answer = await next.next(isolation: #isolation) {
      all.append(answer)
    }
    return all
  }
}

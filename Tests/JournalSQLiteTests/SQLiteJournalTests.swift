// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import GRDB
import Game
import Journal
import LibWebSockets
import Lobby
import Logging
import MatchFixtures
import Protocol
import Synchronization
import Testing
import Wire

@testable import JournalSQLite

@Suite("The journal on its own thread", .timeLimit(.minutes(1)))
struct SQLiteJournalTests {
  @Test("holds heartbeats back while an outage is not on disk, then writes the last")
  func heldBeats() async throws {
    let folder = try TemporaryFolder()
    let loop = try EventLoop.start()
    defer { loop.stop() }
    let disk = Mutex(true)
    let user = try JournalUser(loop: loop, path: folder.path) { disk.withLock { $0 } }
    let times = (1...4).map { ServerTime(microseconds: Int64($0) * 1_000_000) }
    let outage = JournalRecord.outages([
      RoomDirectory.Outage(since: times[0], until: times[1])
    ])
    await user.append([step(1)], beatingAt: times[0])
    #expect(try beat(in: folder) == times[0])

    disk.withLock { $0 = false }
    #expect(
      await user.append([step(2), outage], beatingAt: times[1]) == [.room(.failed(RoomID("room")))])
    #expect(await user.append([step(2)], beatingAt: times[2]) == [.room(.failed(RoomID("room")))])
    #expect(try beat(in: folder) == times[0], "The outage would be taken for one that is over.")
    disk.withLock { $0 = true }
    let outcomes = await user.append([step(2)], beatingAt: times[3])
    #expect(outcomes.bare == [.room(.landed(RoomID("room")))])
    try await user.close()
    #expect(try beat(in: folder) == times[3])
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    #expect(try store.load(now: times[3]).lobby.outages.map(\.until) == [times[1]])
  }

  @Test("answers replay queries on the loop while it writes")
  func inquiries() async throws {
    let folder = try TemporaryFolder()
    let loop = try EventLoop.start()
    defer { loop.stop() }
    let user = try JournalUser(loop: loop, path: folder.path) { true }
    async let landed = user.append([step(1)], beatingAt: .zero)
    async let list = user.query(.list(nil))
    async let match = user.query(.match("match"))
    #expect(await landed.bare == [.room(.landed(RoomID("room")))])
    #expect(await list == .message(WireEncoding.proto.encode(.replays(id: RequestID(1), []))))
    #expect(await match == .unknown)
    try await user.close()
  }

  @Test("retries failed writes by itself, and notices recovery")
  func recovers() async throws {
    let folder = try TemporaryFolder()
    let loop = try EventLoop.start()
    defer { loop.stop() }
    let disk = Mutex(false)
    let tried = AsyncStream<Void>.makeStream()
    let user = try JournalUser(loop: loop, path: folder.path) {
      tried.continuation.yield()
      return disk.withLock { $0 }
    }
    #expect(await user.problem == nil)
    let other = JournalRecord.closed(RoomID("other"), at: ServerTime(microseconds: 5))
    #expect(
      await user.append([step(1), other], beatingAt: .zero) == [.room(.failed(RoomID("room")))])
    #expect(await user.problem != nil)
    disk.withLock { $0 = true }
    // There are no more requests.
    var attempts = tried.stream.makeAsyncIterator()
    for _ in 0..<2 { await attempts.next(isolation: #isolation) }
    while await user.problem != nil { await Task.yield() }
    #expect(await user.byteCount > 0)
    try await user.close()
  }

  @Test("gives up in time on a dead disk, and reports what may be unwritten")
  func dead() async throws {
    let folder = try TemporaryFolder()
    let loop = try EventLoop.start()
    defer { loop.stop() }
    let user = try JournalUser(loop: loop, path: folder.path, dies: true) { true }
    let session = SessionRecord(
      id: SessionID("s"), player: Player(name: "Ana"), tokenHashes: [[1]])
    await user.give([step(1), .session(session, for: CorrelationID(1))])
    await user.give([.forgotten(SessionID("t"))])
    let error = await #expect(throws: JournalUnwritten.self) {
      try await user.close(within: .milliseconds(100))
    }
    let unwritten = try #require(error)
    #expect((unwritten.rooms, unwritten.sessions, unwritten.others) == (1, 1, 1))
    #expect(
      unwritten.description.contains(
        "the latest request in 1 room, 1 hello or proof and 1 note of bans"))
    #expect(unwritten.description.contains(folder.path + "/journal.sqlite"))
  }

  /// The time in the heartbeat file.
  private func beat(in folder: TemporaryFolder) throws -> ServerTime? {
    let text = String(decoding: try folder.bytes("heartbeat"), as: UTF8.self)
    return Int64(text.prefix { $0 != "\n" }).map { ServerTime(microseconds: $0) }
  }

  private func step(_ number: UInt64) -> JournalRecord {
    let opened = Event.Opened(matchID: "match", settings: MatchSettings(), theme: "animals")
    let entry = Entry(
      seq: number, at: ServerTime(microseconds: Int64(number)), event: .opened(opened))
    return .step(
      Batch(
        room: RoomID("room"), code: RoomCode("ABCDE"), expectedLastSeq: number - 1, entries: [entry]
      ))
  }
}

/// A journal in use on its loop.
private actor JournalUser {
  nonisolated private let loop: EventLoop
  private let journal: SQLiteJournal

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// A journal in the folder at `path`, on a disk that accepts commits while `hasRoom` is true, or
  /// that fails for good at the first commit.
  init(loop: EventLoop, path: String, dies: Bool = false, hasRoom: @escaping @Sendable () -> Bool)
    throws
  {
    self.loop = loop
    let directory = try DataDirectory(path: path)
    let store = try JournalStore(path: directory.journalPath)
    store.commit = { [unowned store] db in
      if dies {
        store.preparations = ["PRAGMA of a disk that is gone"]
        throw DatabaseError(resultCode: .SQLITE_IOERR)
      }
      guard hasRoom() else { throw DatabaseError(resultCode: .SQLITE_FULL) }
      try db.commit()
    }
    journal = SQLiteJournal(
      loop: loop, writer: JournalWriter(store: store, directory: directory),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Appends, and does not wait.
  func give(_ records: [JournalRecord]) { journal.write(records) { _ in } }

  /// Appends and beats in one turn of the loop, and waits for the outcomes.
  @discardableResult
  func append(
    _ records: [JournalRecord], beatingAt time: ServerTime
  ) async -> [JournalOutcome] {
    await withCheckedContinuation { told in
      journal.write(records) { told.resume(returning: $0) }
      journal.beat(at: time)
    }
  }

  /// Sends a query, and waits for the answer.
  func query(_ subject: ReplayQuery.Subject) async -> ReplayAnswer {
    await withCheckedContinuation { told in
      let query = ReplayQuery(
        correlation: CorrelationID(1), id: RequestID(1), encoding: .proto,
        session: SessionID("session"),
        playerID: nil, now: .zero, subject: subject)
      journal.query(query) { told.resume(returning: $0) }
    }
  }

  var problem: String? { journal.problem }

  var byteCount: Int { journal.byteCount }

  func close(within limit: Duration = .seconds(10)) async throws {
    try await journal.close(within: limit, isolation: self)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Game
import Glibc
import Lobby
import Protocol

/// The journal's SQLite file: what is written together is on the disk together or not at all.
///
/// Every call works at once and on the thread it comes on; one thread at a time. The file is in WAL
/// mode with `synchronous=FULL`, so a commit that has returned has been synced.
public final class JournalStore {
  /// What became of a group of records.
  public struct Report: Sendable {
    /// What became of those of them that are awaited, in order.
    public var outcomes: [JournalOutcome]
    /// Why nothing could be written; nil if it could.
    public var problem: String?
  }

  /// A room that was closed is kept as long as its code rests, with its log.
  static let closedRoomsKept = LobbyLimits.codeRest
  /// Closed rooms thrown away at a time.
  static let prunedAtOnce = 1000
  /// How long another program that reads the file is waited for.
  private static let timeout = 2.0

  let path: String
  /// Whether there was none before.
  let isNew: Bool
  /// Whether it is only read, as a backup is that somebody has named.
  let isBackup: Bool
  /// Statements every connection begins with; tests make a full disk or a read-only one by them.
  package var preparations: [String] = []
  /// Ends a transaction; tests put something in its place that says it did not.
  var commit: (Database) throws -> Void = { try $0.commit() }
  private var queue: DatabaseQueue?
  /// Called before the file is let go: a copy of it that is under way has to end first.
  var beforeClosing: () -> Void = {}
  /// The backup that is under way; nil for none.
  var runningBackup: RunningBackup?
  /// What it lacked when it was opened, and was accepted; nil for nothing.
  var loss: JournalLoss?
  /// How far it has come, as the file has it; nil where it is only read.
  private var mark: JournalMark?
  /// How far it has come on the disk.
  package private(set) var durableMark: JournalMark?

  /// Opens the journal at `path`, or begins one, and brings it to this version's form.
  ///
  /// - Throws: `JournalError` if that cannot be.
  public init(path: String) throws(JournalError) {
    self.path = path
    isBackup = false
    isNew = access(path, F_OK) != 0
    if isNew { try JournalCreation.create(at: path) }
    try Self.makePrivate(path, as: path)
    do {
      let queue = try connect()
      try queue.read { db in try Self.requireOurs(db, path: path) }
      try JournalSchema.migrator.migrate(queue)
      mark = try queue.writeWithoutTransaction { db in
        // What a server wrote that was killed before it had synced may not be on the disk yet.
        try db.checkpoint(.truncate)
        return try Self.mark(in: db)
      }
      durableMark = mark
    } catch let error as JournalError {
      throw error
    } catch {
      throw Self.sentence(error, path: path)
    }
  }

  /// Opens a journal only to read it; nothing about the file changes.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - acceptsOlder: whether it may have the form of an earlier version, of which only the whole
  ///     can be copied.
  /// - Throws: `JournalError` if that cannot be, or it is no journal.
  init(reading path: String, acceptsOlder: Bool = false) throws(JournalError) {
    self.path = path
    (isBackup, isNew) = (true, false)
    do {
      var configuration = Self.configuration()
      configuration.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      self.queue = queue
      try queue.read { db in
        try Self.requireOurs(db, path: path)
        guard try acceptsOlder || JournalSchema.migrator.hasCompletedMigrations(db) else {
          throw JournalError.older(path: path)
        }
      }
    } catch let error as JournalError {
      throw error
    } catch {
      throw Self.sentence(error, path: path)
    }
  }

  /// Writes records in one transaction; without any it finds out whether it could.
  ///
  /// Returns only when it knows: if a commit fails in a way that leaves open whether it happened,
  /// the file is opened anew and read. Until that works, nil is returned.
  public func write(_ records: [JournalRecord]) -> Report? {
    var isCommitting = false
    do {
      let outcomes = try connect().writeWithoutTransaction { db in
        try db.beginTransaction(.immediate)
        do {
          let outcomes = try records.compactMap { try write($0, to: db) }
          let next = mark.map { JournalMark(journal: $0.journal, commits: $0.commits + 1) }
          try db.cachedStatement(sql: "UPDATE progress SET commits = ?")
            .execute(arguments: [next?.commits])
          isCommitting = true
          try commit(db)
          (mark, durableMark) = (next, next)
          return outcomes
        } catch {
          if db.isInsideTransaction { try? db.rollback() }
          throw error
        }
      }
      return Report(outcomes: outcomes, problem: nil)
    } catch {
      let problem = Self.words(error)
      guard isCommitting, Self.isUnclear(error) else {
        return Report(outcomes: records.compactMap { $0.outcome(isThere: false) }, problem: problem)
      }
      close()
      return reread(records, because: problem)
    }
  }

  /// What became of records whose commit failed; nil while that cannot be told.
  ///
  /// What SQLite finds on opening the file is there; it is told of once it is also on the disk. What
  /// it does not find will not come back.
  func reread(_ records: [JournalRecord], because problem: String) -> Report? {
    let outcomes = try? connect().writeWithoutTransaction { db in
      let outcomes = try records.compactMap { try outcome(of: $0, in: db) }
      let found = try Self.mark(in: db)
      if zip(records.filter(\.isAwaited), outcomes).contains(where: { $0.isThere(by: $1) }) {
        try db.checkpoint(.truncate)
        durableMark = found
      }
      mark = found
      return outcomes
    }
    return outcomes.map { Report(outcomes: $0, problem: problem) }
  }

  /// Whether a commit that failed so may have happened all the same.
  ///
  /// It was written, and the disk would not say that it is there. One without room, or not allowed to
  /// begin with, was not.
  private static func isUnclear(_ error: any Error) -> Bool {
    switch (error as? DatabaseError)?.resultCode {
    case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_BUSY, .SQLITE_CONSTRAINT: false
    default: true
    }
  }

  /// Reads what is there, on the connection that is open.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try connect().unsafeRead(body)
  }

  /// Changes what is there, in a transaction.
  func change<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try connect().write(body)
  }

  /// Lets the file go; the next call opens it again.
  public func close() {
    beforeClosing()
    try? queue?.close()
    queue = nil
  }

  // MARK: Opening

  private func connect() throws -> DatabaseQueue {
    if let queue { return queue }
    var configuration = Self.configuration()
    configuration.journalMode = .wal
    configuration.busyMode = .timeout(Self.timeout)
    let preparations = preparations
    configuration.prepareDatabase { db in
      // Nobody else has this file open, and so its index need not be in a file that is mapped into
      // memory: writing to that kills the process once the disk may only be read.
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      for statement in preparations { try db.execute(sql: statement) }
    }
    let opened = try DatabaseQueue(path: path, configuration: configuration)
    // After the WAL mode, with which GRDB sets NORMAL: that would not sync what it commits.
    try opened.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    queue = opened
    return opened
  }

  /// What every connection to a journal needs.
  static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.label = "journal"
    configuration.prepareDatabase { $0.add(function: RowChecksum.function) }
    return configuration
  }

  /// How far the journal has come.
  private static func mark(in db: Database) throws -> JournalMark {
    guard let row = try Row.fetchOne(db, sql: "SELECT journal, commits FROM progress") else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it has no commit count")
    }
    return JournalMark(
      journal: try row.decode(forColumn: "journal"), commits: try row.decode(forColumn: "commits"))
  }

  /// Refuses a file that is no journal of ours, or of a later version.
  private static func requireOurs(_ db: Database, path: String) throws {
    let owner = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    guard owner == JournalSchema.applicationID else {
      let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
      throw owner == 0 && tables == 0
        ? JournalError.empty(path: path) : JournalError.foreign(path: path)
    }
    if try JournalSchema.migrator.hasBeenSuperseded(db) { throw JournalError.newer(path: path) }
  }

  /// Makes the file where it is missing, so that nobody else may read it at any time.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - path: what it is called where that fails.
  /// - Throws: `JournalError` if it cannot be made, or is somebody else's.
  static func makePrivate(_ file: String, as path: String) throws(JournalError) {
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0, fchmod(descriptor, 0o600) == 0 else {
      let problem = errno
      if descriptor >= 0 { Glibc.close(descriptor) }
      throw problem == EACCES || problem == EPERM
        ? .forbidden(path: path) : .unusable(path: path, reason: String(cString: strerror(problem)))
    }
    Glibc.close(descriptor)
  }

  // MARK: What went wrong

  static func sentence(_ error: any Error, path: String) -> JournalError {
    if error is RowDecodingError { return .damaged(path: path, reason: words(error)) }
    guard let error = error as? DatabaseError else {
      return .unusable(path: path, reason: words(error))
    }
    return switch error.resultCode {
    case .SQLITE_NOTADB: .foreign(path: path)
    case .SQLITE_CORRUPT: .damaged(path: path, reason: words(error))
    case .SQLITE_BUSY: .inUse(path: path)
    default: .unusable(path: path, reason: words(error))
    }
  }

  /// What went wrong, in SQLite's words.
  static func words(_ error: any Error) -> String {
    if error is RowDecodingError { return "a row holds an invalid value" }
    guard let error = error as? DatabaseError else { return "\(error)".printable(limit: 200) }
    // SQLite quotes what it cannot read.
    let lines = (error.message ?? "no reason given").split(whereSeparator: \.isNewline)
    let message = lines.joined(separator: "; ").printable(limit: 200)
    return "\(message), SQLite \(error.extendedResultCode.rawValue)"
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import GRDB
import Game
import Glibc
package import Journal
import Lobby
import Protocol

/// The journal's SQLite file: records written together are committed together.
///
/// Synchronous; use from one thread at a time. WAL mode with `synchronous=FULL`: a commit that has
/// returned is on disk.
package final class JournalStore {
  /// The outcome of a group of records.
  package struct Report: Sendable {
    /// The outcomes of the awaited records, in order.
    package var outcomes: [JournalOutcome]
    /// Changes of the group that concern everyone; empty if it is not stored.
    package var changes = JournalChanges()
    /// Why the write failed; nil if it succeeded.
    package var problem: String?
  }

  /// A closed room and its log are kept as long as its code is not reused.
  static let closedRoomsKept = LobbyLimits.codeRest
  /// Length of the key of room codes, in bytes.
  static let codeKeyLength = 32
  /// The sentence that reports an altered key.
  static let codeKeyDamage = "The key of room codes has been altered: this run draws another."
  /// Maximum number of closed rooms deleted at a time.
  static let prunedAtOnce = 1000
  /// Busy timeout in seconds, for another program that reads the file.
  private static let timeout = 2.0

  /// The file's path.
  package let path: String
  /// Whether it was created on opening.
  package let isNew: Bool
  /// Whether it is a backup, opened read-only.
  package let isBackup: Bool
  /// Statements run on every connection; tests simulate full or read-only disks with them.
  package var preparations: [String] = []
  /// Commits a transaction; tests replace it by one that fails.
  var commit: (Database) throws -> Void = { try $0.commit() }
  private var queue: DatabaseQueue?
  /// Called before the file is closed: a running copy must end first.
  var beforeClosing: () -> Void = {}
  /// The running backup; nil for none.
  var runningBackup: RunningBackup?
  /// The accepted loss; nil for none.
  package internal(set) var loss: JournalLoss?
  /// Changes that the rows do not have yet; nil if they have to be read from the file.
  var tail: JournalTail?
  /// The mark as committed; nil if opened read-only.
  private var mark: JournalMark?
  /// The number of the commit that is being written.
  var nextCommit: UInt64 { UInt64(clamping: (mark?.commits ?? 0) + 1) }
  /// What the group whose commit is not certain changes if it has landed, and the mark it then has.
  private var uncertain: (mark: JournalMark?, changes: JournalChanges)?
  /// The mark known to be on disk.
  package private(set) var durableMark: JournalMark?

  /// Opens the journal at `path`, or creates it, and migrates it.
  ///
  /// - Throws: `JournalError` if it cannot be opened.
  package init(path: String) throws(JournalError) {
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
        // A killed server may have written pages it had not synced.
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

  /// Opens a journal read-only; nothing about the file changes.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - acceptsOlder: whether an earlier schema will do, which can only be copied whole.
  /// - Throws: `JournalError` if it cannot be opened or is not a journal.
  package init(reading path: String, acceptsOlder: Bool = false) throws(JournalError) {
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

  /// Writes records in one transaction; an empty list tests whether the file is writable.
  ///
  /// Returns only when the outcome is certain. If a commit fails in a way that leaves it open, the
  /// file is reopened and read; nil is returned until that succeeds.
  package func write(_ records: [JournalRecord]) -> Report? {
    precondition(!isBackup, "A backup is never written to.")
    var isCommitting = false
    var changes = JournalChanges()
    do {
      let outcomes = try connect().writeWithoutTransaction { db in
        try db.beginTransaction(.immediate)
        do {
          tail = try tail(in: db)
          let outcomes = try records.compactMap { record in
            let outcome = try write(record, to: db)
            changes.add(record, writtenAs: outcome)
            return outcome
          }
          try settleDue(in: db)
          let next = mark.map {
            JournalMark(journal: $0.journal, commits: Int64(clamping: nextCommit))
          }
          try db.cachedStatement(sql: "UPDATE progress SET commits = ?, tail = ?")
            .execute(arguments: [next?.commits, tail?.storedSum])
          isCommitting = true
          uncertain = (next, changes)
          try commit(db)
          (mark, durableMark, uncertain) = (next, next, nil)
          return outcomes
        } catch {
          if db.isInsideTransaction { try? db.rollback() }
          throw error
        }
      }
      assert(
        outcomes.count == records.count { $0.isAwaited }, "Each awaited record has one outcome.")
      return Report(outcomes: outcomes, changes: changes, problem: nil)
    } catch {
      tail = nil
      let problem = Self.words(error)
      guard isCommitting, Self.isUnclear(error) else {
        return Report(outcomes: records.compactMap { $0.outcome(isThere: false) }, problem: problem)
      }
      close()
      return reread(records, because: problem)
    }
  }

  /// The outcome of records whose commit failed; nil while it cannot be determined.
  ///
  /// Records found on reopening are reported once they are synced; records not found will not
  /// reappear.
  func reread(_ records: [JournalRecord], because problem: String) -> Report? {
    tail = nil
    let report = try? connect().writeWithoutTransaction { db in
      let outcomes = try records.compactMap { try outcome(of: $0, in: db) }
      let found = try Self.mark(in: db)
      let awaited = zip(records.filter(\.isAwaited), outcomes)
      let landed = uncertain.flatMap { $0.mark == found ? $0.changes : nil }
      if landed?.isEmpty == false || awaited.contains(where: { $0.isThere(by: $1) }) {
        try db.checkpoint(.truncate)
        durableMark = found
      }
      (mark, uncertain) = (found, nil)
      return Report(outcomes: outcomes, changes: landed ?? JournalChanges(), problem: problem)
    }
    assert(
      report.map { $0.outcomes.count == records.count { $0.isAwaited } } ?? true,
      "Each awaited record has one outcome, also when it was read again.")
    return report
  }

  /// Whether a failed commit may have happened all the same.
  ///
  /// If so, it was written but not confirmed. A commit refused for lack of room or permission did
  /// not happen.
  private static func isUnclear(_ error: any Error) -> Bool {
    switch (error as? DatabaseError)?.resultCode {
    case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_BUSY, .SQLITE_CONSTRAINT: false
    default: true
    }
  }

  /// Reads on the open connection, without a transaction.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try connect().unsafeRead(body)
  }

  /// Runs a transaction.
  func change<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try connect().write(body)
  }

  /// Closes the file; the next call reopens it.
  package func close() {
    beforeClosing()
    // Best effort: what the rows lack can be read from the entries again.
    if !isBackup, tail != nil { try? settle() }
    tail = nil
    try? queue?.close()
    queue = nil
  }

  // MARK: Opening

  private func connect() throws -> DatabaseQueue {
    if let queue { return queue }
    precondition(!isBackup, "A closed backup is not opened again: that would change its file.")
    var configuration = Self.configuration()
    configuration.journalMode = .wal
    configuration.busyMode = .timeout(Self.timeout)
    let preparations = preparations
    configuration.prepareDatabase { db in
      // Nobody else has this file open, so the WAL index can stay on the heap. A memory-mapped one
      // would kill the process if the disk became read-only.
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      for statement in preparations { try db.execute(sql: statement) }
    }
    let opened = try DatabaseQueue(path: path, configuration: configuration)
    // After enabling WAL, for which GRDB sets NORMAL: that would not sync commits.
    try opened.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    queue = opened
    return opened
  }

  /// The configuration of every connection.
  package static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.label = "journal"
    configuration.prepareDatabase { $0.add(function: RowChecksum.function) }
    return configuration
  }

  /// The journal's mark.
  static func mark(in db: Database) throws -> JournalMark {
    guard let row = try Row.fetchOne(db, sql: "SELECT journal, commits FROM progress") else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it has no commit count")
    }
    let commits: Int64 = try row.decode(forColumn: "commits")
    // No journal has so many: the count would overflow at a later commit.
    guard (0...Int64.max / 2).contains(commits) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "its commit count is \(commits)")
    }
    return JournalMark(journal: try row.decode(forColumn: "journal"), commits: commits)
  }

  /// Rejects files that are not journals or have a later schema.
  private static func requireOurs(_ db: Database, path: String) throws {
    let owner = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    guard owner == JournalSchema.applicationID else {
      let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
      throw owner == 0 && tables == 0
        ? JournalError.empty(path: path) : JournalError.foreign(path: path)
    }
    if try JournalSchema.migrator.hasBeenSuperseded(db) { throw JournalError.newer(path: path) }
  }

  /// Creates the file if it is missing, readable by its owner only from the start.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - path: its name in error messages.
  /// - Throws: `JournalError` if it cannot be created or belongs to somebody else.
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

  /// SQLite's error message.
  static func words(_ error: any Error) -> String {
    if error is RowDecodingError { return "a row holds an invalid value" }
    guard let error = error as? DatabaseError else { return "\(error)".printable(limit: 200) }
    // SQLite quotes unreadable bytes.
    let lines = (error.message ?? "no reason given").split(whereSeparator: \.isNewline)
    let message = lines.joined(separator: "; ").printable(limit: 200)
    return "\(message), SQLite \(error.extendedResultCode.rawValue)"
  }
}

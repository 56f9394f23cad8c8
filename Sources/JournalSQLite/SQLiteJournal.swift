// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Journal
package import LibWebSockets
package import Lobby
package import Logging

/// A journal on disk: the records of one loop turn are written as one group on another thread while
/// the next turn's are collected.
///
/// Unchecked: everything but the writer is used on the loop only, and the writer's thread only
/// posts back to it.
package final class SQLiteJournal: CombinedJournal, @unchecked Sendable {
  /// The records and callback of one append.
  private struct Group {
    let records: [JournalRecord]
    let completion: ([JournalOutcome]) -> Void
  }

  /// The callback of a query, to be called on the loop.
  private struct Asked: @unchecked Sendable {
    let answer: (ReplayAnswer) -> Void
  }

  /// A session to be read, and the callback, to be called on the loop.
  private struct Read: @unchecked Sendable {
    let session: SessionID
    let answer: (RegistryAnswer) -> Void
  }

  /// Maximum number of best-effort records kept for a journal that cannot write.
  ///
  /// Without the rest, a room or session that is gone is restored at the next start and ends again.
  static let mostOverdue = 4096
  /// A write that takes longer is logged.
  private static let timeout = LobbyLimits.journalTimeout

  private let loop: EventLoop
  private let writer: JournalWriter
  private let logger: Logger
  private var waiting: [Group] = []
  /// Sessions to be read behind the waiting groups.
  private var waitingReads: [Read] = []
  private var inFlight: [Group] = []
  private var overdue: [JournalRecord] = []
  private var isBusy = false
  private var pace = CommitPace()
  /// A heartbeat held back until outages are on disk.
  private var heldBeat: ServerTime?
  /// Called on the loop with the results of matches that are stored.
  package var onResults: ([MatchResult]) -> Void = { _ in }
  /// Called on the loop with changes to the bans that are stored.
  package var onBans: ([BanChange]) -> Void = { _ in }
  /// Why the last write failed; nil if it did not.
  package private(set) var problem: String?
  /// Fires when a write takes too long.
  private var alarm: LoopTimer?
  /// Fires to retry a failed journal.
  private var retry: LoopTimer?
  /// Tasks that wait for the writer to become idle, or for the file to close.
  private var idlers: [CheckedContinuation<Void, Never>] = []
  /// Whether closing timed out; late answers are ignored.
  private var isAbandoned = false

  /// A journal over the writer's store, for the loop.
  package init(loop: EventLoop, writer: JournalWriter, logger: Logger) {
    self.loop = loop
    self.writer = writer
    self.logger = logger
  }

  /// Writes records with those of the same loop turn.
  package func write(
    _ records: [JournalRecord], _ outcome: @escaping ([JournalOutcome]) -> Void
  ) {
    assert(loop.isCurrent, "The journal is used on the loop only.")
    waiting.append(Group(records: records, completion: outcome))
    guard !isBusy else { return }
    isBusy = true
    // After everything else in this loop turn.
    loop.post { self.begin() }
  }

  /// Reads a session after all earlier writes.
  package func get(_ session: SessionID, _ answer: @escaping (RegistryAnswer) -> Void) {
    assert(loop.isCurrent, "The journal is used on the loop only.")
    let asked = Read(session: session, answer: answer)
    // Groups that the writer has already are before it.
    if waiting.isEmpty { read(asked) } else { waitingReads.append(asked) }
  }

  private func read(_ asked: Read) {
    writer.get(asked.session) { found in
      self.loop.post {
        // A note of its end that could not be written yet is an earlier write too.
        let hasEnded = self.overdue.contains(.forgotten(asked.session))
        asked.answer(hasEnded ? .found(nil) : found)
      }
    }
  }

  /// Runs a replay query after all earlier writes.
  package func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void) {
    let asked = Asked(answer: answer)
    writer.query(query) { found in
      self.loop.post { asked.answer(found) }
    }
  }

  /// Size of the file and its write-ahead log.
  package var byteCount: Int { writer.byteCount }

  /// Backs up the file while writing continues; reports progress on any thread.
  package func backUp(
    to path: String, replaces: Bool, _ completion: @escaping @Sendable (BackupProgress) -> Void
  ) {
    writer.backUp(to: path, replaces: replaces, completion)
  }

  /// Records the journal's mark.
  package func noteMark() { writer.noteMark() }

  /// Writes a heartbeat, once outages not refunded yet are on disk.
  package func beat(at time: ServerTime) {
    // The next server would take it for the end of the last outage.
    guard !owesOutages else { return heldBeat = time }
    writer.beat(at: time)
  }

  /// Whether outages not refunded yet are still to be written.
  private var owesOutages: Bool {
    (overdue + (inFlight + waiting).flatMap(\.records)).contains { record in
      if case .outages = record { true } else { false }
    }
  }

  /// Closes the file once everything is written; on the loop.
  ///
  /// A dead disk may never answer: after `limit` nothing is waited for, and the journal is
  /// unusable.
  ///
  /// - Throws: `JournalUnwritten` if records were still waiting then.
  package func close(
    within limit: Duration, isolation: isolated any Actor
  ) async throws(JournalUnwritten) {
    retry?.cancel()
    let timeout = loop.schedule(after: limit) { self.abandon() }
    defer { timeout.cancel() }
    while isBusy, !isAbandoned { await withCheckedContinuation { idlers.append($0) } }
    var isClosed = false
    if !isAbandoned {
      writer.close { self.loop.post { self.resumeIdlers() } }
      await withCheckedContinuation { idlers.append($0) }
      isClosed = !isAbandoned
    }
    guard !isClosed else { return }
    let records = overdue + (inFlight + waiting).flatMap(\.records)
    guard records.isEmpty else {
      throw JournalUnwritten(records, path: writer.store.path, reason: problem)
    }
    logger.warning("The journal file did not close in time; nothing is missing from it.")
  }

  private func abandon() {
    isAbandoned = true
    writer.giveUp()
    resumeIdlers()
  }

  private func resumeIdlers() {
    let waiters = idlers
    idlers = []
    for waiter in waiters { waiter.resume() }
  }

  /// Writes what is waiting, under load a little later and with what comes until then.
  private func begin() {
    let pause = pace.pause(at: .now)
    guard pause > .zero else { return write() }
    loop.schedule(after: pause) { self.write() }
  }

  private func write() {
    // Closing timed out during a pause.
    guard !isAbandoned else { return }
    precondition(inFlight.isEmpty, "One group is written at a time.")
    assert(isBusy, "A journal that writes is busy.")
    retry?.cancel()
    inFlight = waiting
    waiting = []
    let records = overdue + inFlight.flatMap(\.records)
    pace.begin(records.count, at: .now)
    alarm = loop.schedule(after: Self.timeout) { self.noteLateness() }
    writer.write(records) { report in
      self.loop.post { self.finish(report) }
    }
    let reads = waitingReads
    waitingReads = []
    for asked in reads { read(asked) }
  }

  private func finish(_ report: JournalStore.Report) {
    // Closing timed out: no caller is left to notify.
    guard !isAbandoned else { return }
    alarm?.cancel()
    note(report.problem)
    let finished = inFlight
    inFlight = []
    if report.problem == nil {
      overdue = []
    } else {
      overdue += finished.flatMap(\.records).filter { !$0.isAwaited }
      overdue.removeFirst(max(0, overdue.count - Self.mostOverdue))
      assert(overdue.allSatisfy { !$0.isAwaited }, "No client waits for an overdue record.")
    }
    if let time = heldBeat, !owesOutages {
      heldBeat = nil
      writer.beat(at: time)
    }
    tell(report.changes)
    var outcomes = report.outcomes[...]
    for group in finished {
      let awaited = group.records.count { $0.isAwaited }
      let own = outcomes.prefix(awaited)
      precondition(own.count == awaited, "The store reports an outcome for each awaited record.")
      outcomes = outcomes.dropFirst(own.count)
      group.completion(Array(own))
    }
    precondition(outcomes.isEmpty, "Every outcome of the store belongs to a record.")
    // The callbacks may have appended more.
    guard waiting.isEmpty else { return begin() }
    isBusy = false
    // Retry without requests too: a server that refuses everyone gets none, and would never notice
    // that the journal has recovered.
    if problem != nil {
      retry = loop.schedule(after: LobbyLimits.journalRetry) { self.tryAgain() }
    }
    resumeIdlers()
  }

  /// Writes although there is nothing new, to probe the disk.
  private func tryAgain() {
    guard !isBusy else { return }
    isBusy = true
    write()
  }

  /// Logs that a write takes too long.
  private func noteLateness() {
    guard problem == nil else { return }
    problem = "no answer"
    logger.error(
      "The journal has not answered for \(Self.timeout): requests are refused until it does.")
  }

  /// Logs when writing fails and when it works again.
  private func note(_ next: String?) {
    if let next, problem == nil {
      logger.error(
        "The journal cannot be written: requests are refused until it can.",
        metadata: ["reason": "\(next)"])
    } else if next == nil, problem != nil {
      logger.notice("The journal can be written again.")
    }
    problem = next
  }
}

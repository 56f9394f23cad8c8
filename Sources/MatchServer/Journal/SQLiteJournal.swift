// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import Lobby
import Logging

/// A journal on the disk: what a turn of the loop brings is written together, on a thread of its
/// own, while the next turn's gathers.
///
/// Unchecked, because all of it but the writer is touched on the loop alone; the writer's thread
/// only hands it back.
final class SQLiteJournal: Journal, @unchecked Sendable {
  /// Records of one call, with whom to tell.
  private struct Group {
    let records: [JournalRecord]
    let tell: ([JournalOutcome]) -> Void
  }

  /// Whom to tell of what was found: on the loop, where it comes from.
  private struct Asked: @unchecked Sendable {
    let answer: (ReplayAnswer) -> Void
  }

  /// Records nobody waits for that are kept for a journal that cannot write; without the others a
  /// room or session that is gone is found again at the next start, and goes again.
  static let mostOverdue = 4096
  /// A write that takes longer is told of in the log.
  private static let timeout = LobbyLimits.journalTimeout

  private let loop: EventLoop
  private let writer: JournalWriter
  private let logger: Logger
  private var waiting: [Group] = []
  private var inFlight: [Group] = []
  private var overdue: [JournalRecord] = []
  private var isBusy = false
  /// A beat that waits until outages are on the disk.
  private var heldBeat: ServerTime?
  private(set) var problem: String?
  /// Goes off when the write under way takes too long.
  private var alarm: LoopTimer?
  /// Goes off when a journal that could not be written is to be tried again.
  private var retry: LoopTimer?
  /// Whoever waits until there is nothing to write, or the file is closed.
  private var idlers: [CheckedContinuation<Void, Never>] = []
  /// Whether closing took too long: what the disk still answers is of no interest any more.
  private var isAbandoned = false

  /// A journal over `store` for the loop.
  init(loop: EventLoop, writer: JournalWriter, logger: Logger) {
    self.loop = loop
    self.writer = writer
    self.logger = logger
  }

  func append(
    _ records: [JournalRecord], _ outcome: @escaping ([JournalOutcome]) -> Void
  ) {
    waiting.append(Group(records: records, tell: outcome))
    guard !isBusy else { return }
    isBusy = true
    // Behind what this turn of the loop still brings.
    loop.post { self.write() }
  }

  func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void) {
    let asked = Asked(answer: answer)
    writer.query(query) { found in
      self.loop.post { asked.answer(found) }
    }
  }

  var byteCount: Int { writer.byteCount }

  /// Copies the file to another one while all goes on, and tells how it goes, on any thread.
  func backUp(
    to path: String, replaces: Bool, _ tell: @escaping @Sendable (AdminAnswer) -> Void
  ) {
    writer.backUp(to: path, replaces: replaces, tell)
  }

  /// Notes how far the journal has come.
  func noteMark() { writer.noteMark() }

  func beat(at time: ServerTime) {
    // Whoever comes next would take this for the end of the last outage there was.
    guard !owesOutages else { return heldBeat = time }
    writer.beat(at: time)
  }

  /// Whether outages that matches have not been given back are not on the disk yet.
  private var owesOutages: Bool {
    (overdue + (inFlight + waiting).flatMap(\.records)).contains { record in
      if case .outages = record { true } else { false }
    }
  }

  /// Closes the file once everything has been written; on the loop.
  ///
  /// A disk that has died may never answer: after `limit` nothing is waited for any more, and the
  /// journal is of no further use.
  ///
  /// - Throws: `JournalUnwritten` where records were still waiting then.
  func close(
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

  private func write() {
    retry?.cancel()
    inFlight = waiting
    waiting = []
    let records = overdue + inFlight.flatMap(\.records)
    alarm = loop.schedule(after: Self.timeout) { self.noteLateness() }
    writer.write(records) { report in
      self.loop.post { self.finish(report) }
    }
  }

  private func finish(_ report: JournalStore.Report) {
    // Nobody is there any more to be told.
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
    }
    if let time = heldBeat, !owesOutages {
      heldBeat = nil
      writer.beat(at: time)
    }
    var outcomes = report.outcomes[...]
    for group in finished {
      let own = outcomes.prefix(group.records.count { $0.isAwaited })
      outcomes = outcomes.dropFirst(own.count)
      group.tell(Array(own))
    }
    // What was told may have brought more.
    guard waiting.isEmpty else { return write() }
    isBusy = false
    // Where nobody asks for anything, as while it is told that nobody is taken in, it would not be
    // noticed that it can be written again.
    if problem != nil {
      retry = loop.schedule(after: LobbyLimits.journalRetry) { self.tryAgain() }
    }
    resumeIdlers()
  }

  /// Writes although there is nothing new to be written.
  private func tryAgain() {
    guard !isBusy else { return }
    isBusy = true
    write()
  }

  /// Tells the log that a write has not come to an end.
  private func noteLateness() {
    guard problem == nil else { return }
    problem = "no answer"
    logger.error(
      "The journal has not answered for \(Self.timeout): requests are refused until it does.")
  }

  /// Tells the log when writing ceases to work, and when it works again.
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

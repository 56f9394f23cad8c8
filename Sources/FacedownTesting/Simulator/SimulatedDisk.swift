// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Journal
import Lobby
import MatchServer

/// A journal on a slow disk that fails as planned.
///
/// Appends are written in order, each entirely or not at all. What is on the disk outlives the
/// process; of the appends in progress at a crash, the first few may have landed.
struct SimulatedDisk {
  /// How an append ends.
  private enum Fate {
    case lands
    case fails
    /// The journal cannot say whether it landed, and is read again.
    case unclear(landed: Bool)
  }

  /// An append in progress.
  private struct Commit {
    var records: [JournalRecord]
    var fate: Fate
    /// When it has landed or failed.
    var endsAt: ServerTime
    /// When its outcome is reported to the server.
    var reportedAt: ServerTime
  }

  /// The notifications that the server receives at one time.
  struct Report {
    /// Results and bans that are stored.
    var changes = JournalChanges()
    /// Outcomes of the records of one append.
    var outcomes: [JournalOutcome] = []
  }

  /// Called with a step when it has landed.
  typealias Watcher = (_ step: Batch, _ at: ServerTime) -> Void

  /// A session that is being read.
  private struct Reading {
    var session: SessionID
    var id: CorrelationID
    /// When it has been read, or could not be.
    var endsAt: ServerTime
  }

  private let kept = FaultyJournal()
  private var underWay: Deque<Commit> = []
  private var pending: Deque<(at: ServerTime, report: Report)> = []
  private var readings: [Reading] = []
  private var dice: SeededRandom
  private let faults: Set<Fault>
  private let plantedBug: PlantedBug?
  private var written = 0
  /// How often a room in the making was told that its code is taken.
  private var refusedCodes: [RoomID: Int] = [:]
  /// Unconfirmed records that could not be written; they are retried with the next append.
  private var overdue: [JournalRecord] = []
  /// When a full disk has room again; nothing can be written before.
  private var isFullUntil: ServerTime?
  /// Whether faults are over.
  var isSound = false

  init(_ plan: SimulationPlan, plantedBug: PlantedBug?) {
    dice = SeededRandom(seed: plan.seed, stream: 103)
    faults = plan.faults
    self.plantedBug = plantedBug
  }

  /// When something lands or is reported next; nil for never.
  var nextInstant: ServerTime? {
    earlier(
      earlier(underWay.first?.endsAt, pending.first?.at), readings.lazy.map(\.endsAt).min())
  }

  /// What a starting server reads.
  var contents: JournalContents { kept.contents }

  /// Begins to read a session behind everything that is being written; a later reading may be
  /// faster.
  mutating func get(_ session: SessionID, for id: CorrelationID, now: ServerTime) {
    let isSlow = has(.failingReads) && dice.happens(0.3)
    let took = isSlow ? dice.milliseconds(20...4000) : .microseconds(dice.roll(50...500))
    let endsAt = max(now, underWay.last?.endsAt ?? now) + took
    readings.append(Reading(session: session, id: id, endsAt: endsAt))
  }

  /// What has been read by `now`, for the server; once everything that was to be written before is.
  mutating func takeRead(_ now: ServerTime) -> ServerInput? {
    guard let index = readings.firstIndex(where: { $0.endsAt <= now }) else { return nil }
    let reading = readings.remove(at: index)
    kept.isUnreadable = has(.failingReads) && dice.happens(0.2)
    var answer = RegistryAnswer.unavailable
    kept.fault = .none
    kept.get(reading.session) { answer = $0 }
    if plantedBug == .losesSessions { answer = .found(nil) }
    return .fetched(answer, for: reading.id)
  }

  /// Searches the finished matches, and answers synchronously.
  func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void) {
    kept.query(query, answer)
  }

  /// The disk is full until `end`.
  mutating func fill(until end: ServerTime) { isFullUntil = end }

  /// Stores a heartbeat, unless an unwritten outage record must come first.
  func beat(at time: ServerTime) {
    let records = overdue + underWay.flatMap(\.records)
    guard !records.contains(where: \.isOfOutages) else { return }
    kept.beat(at: time)
  }

  /// Begins to write records.
  mutating func append(_ records: [JournalRecord], now: ServerTime) {
    let isSlow = has(.slowDisk) && dice.happens(0.15)
    let took = isSlow ? dice.milliseconds(20...2500) : .microseconds(dice.roll(100...4000))
    let endsAt = max(now + took, underWay.last?.endsAt ?? now)
    let isFull = !isSound && isFullUntil.map { now < $0 } ?? false
    var fate = isFull || has(.failingDisk) && dice.happens(0.03) ? Fate.fails : .lands
    var reportedAt = max(endsAt + .microseconds(dice.roll(0...300)), pending.last?.at ?? now)
    if has(.unclearCommits), dice.happens(0.05) {
      fate = .unclear(landed: dice.happens(0.5))
      reportedAt = reportedAt + dice.milliseconds(1...4000)
    }
    if plantedBug == .landsEarly {
      fate = .lands
      pending.append((now, Report(outcomes: records.compactMap { $0.outcome(isThere: true) })))
    }
    underWay.append(
      Commit(records: overdue + records, fate: fate, endsAt: endsAt, reportedAt: reportedAt))
    overdue = []
  }

  /// Lands what has been written by `now`.
  mutating func settle(_ now: ServerTime, _ watcher: Watcher) {
    while let commit = underWay.first, commit.endsAt <= now {
      underWay.removeFirst()
      var report = finish(commit, watcher)
      if plantedBug == .landsEarly { report.outcomes = [] }
      if plantedBug == .swallowsResults { report.changes.results = [] }
      if report.outcomes.isEmpty, report.changes.isEmpty { continue }
      if plantedBug == .neverTells, written.isMultiple(of: 17) { continue }
      pending.append((commit.reportedAt, report))
    }
  }

  /// What is due for the server by `now`.
  mutating func takeReport(_ now: ServerTime) -> Report? {
    guard let first = pending.first, first.at <= now else { return nil }
    pending.removeFirst()
    return first.report
  }

  /// The server process has crashed, and unreported outcomes are lost.
  mutating func crash(_ now: ServerTime, _ watcher: Watcher) {
    settle(now, watcher)
    let landed = underWay.isEmpty ? 0 : dice.roll(0...underWay.count)
    for _ in 0..<landed { _ = finish(underWay.removeFirst(), watcher) }
    underWay = []
    pending = []
    readings = []
    overdue = []
  }

  private func has(_ fault: Fault) -> Bool { !isSound && faults.contains(fault) }

  private mutating func finish(_ commit: Commit, _ watcher: Watcher) -> Report {
    switch commit.fate {
    case .fails:
      let rest = commit.records.filter { !$0.isAwaited }
      // Before what was appended after them.
      if underWay.isEmpty {
        overdue += rest
      } else {
        underWay[underWay.startIndex].records.insert(contentsOf: rest, at: 0)
      }
      return Report(outcomes: commit.records.compactMap { $0.outcome(isThere: false) })
    case .lands: kept.fault = .none
    case .unclear(let landed): kept.fault = landed ? .unclearLanded : .unclearLost
    }
    var outcomes: [JournalOutcome] = []
    var changes = JournalChanges()
    kept.onResults = { changes.results += $0 }
    kept.onBans = { changes.bans += $0 }
    for record in commit.records {
      written += 1
      if plantedBug == .losesEntries, written.isMultiple(of: 9) {
        if let outcome = record.outcome(isThere: true) { outcomes.append(outcome) }
        continue
      }
      guard case .room(.step(let step)) = record else {
        kept.write([record]) { outcomes += $0 }
        continue
      }
      if has(.takenCodes), step.expectedLastSeq == 0, refusesCode(to: step.room) {
        outcomes.append(.room(.taken(step.room)))
        continue
      }
      let before = kept.room(step.room)?.entries.count ?? 0
      kept.write([record]) { outcomes += $0 }
      let count = kept.room(step.room)?.entries.count ?? 0
      if count > before { watcher(step, commit.endsAt) }
    }
    return Report(changes: changes, outcomes: outcomes)
  }

  /// Whether to claim that a new room's code is another's; there are always codes left.
  private mutating func refusesCode(to room: RoomID) -> Bool {
    guard refusedCodes[room, default: 0] < LobbyLimits.codeAttempts - 1, dice.happens(0.5) else {
      return false
    }
    refusedCodes[room, default: 0] += 1
    return true
  }
}

extension SimulatedDisk.Report {
  /// The same as inputs of the server core.
  var inputs: [ServerInput] {
    let rooms = outcomes.compactMap { if case .room(let outcome) = $0 { outcome } else { nil } }
    let people = outcomes.compactMap {
      if case .registry(let outcome) = $0 { outcome } else { nil }
    }
    return [
      changes.results.isEmpty ? nil : .results(changes.results),
      changes.bans.isEmpty ? nil : .bans(changes.bans),
      rooms.isEmpty ? nil : .journalled(rooms), people.isEmpty ? nil : .registered(people),
    ].compactMap(\.self)
  }
}

extension JournalRecord {
  /// Whether it records outages.
  fileprivate var isOfOutages: Bool { if case .outages = self { true } else { false } }
}

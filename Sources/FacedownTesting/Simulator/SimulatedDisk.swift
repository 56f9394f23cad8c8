// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Lobby
import MatchServer

/// A journal on a disk that takes its time and fails as its plan says.
///
/// What it is given is written in order, a whole append at once or nothing of it. What is on the
/// disk outlives the process; of what was under way when that died some first appends may be there.
struct SimulatedDisk {
  /// How an append ends.
  private enum Fate {
    case lands
    case fails
    /// The journal cannot say whether it landed, and is read again.
    case unclear(landed: Bool)
  }

  /// An append that is being written.
  private struct Commit {
    var records: [JournalRecord]
    var fate: Fate
    /// When it is on the disk, or has failed.
    var endsAt: ServerTime
    /// When the server is told.
    var toldAt: ServerTime
  }

  /// Is told of a step when it is on the disk.
  typealias Watcher = (_ step: JournalStep, _ at: ServerTime) -> Void

  private let kept = FaultyJournal()
  private var underWay: Deque<Commit> = []
  private var told: Deque<(at: ServerTime, outcomes: [JournalOutcome])> = []
  private var dice: SeededRandom
  private let faults: Set<Fault>
  private let plantedBug: PlantedBug?
  private var written = 0
  /// Records nobody waits for that could not be written; they go with the next that come.
  private var overdue: [JournalRecord] = []
  /// Until when nothing can be written.
  private var isFullUntil: ServerTime?
  /// Whether it is as a disk should be.
  var isSound = false

  init(_ plan: SimulationPlan, plantedBug: PlantedBug?) {
    dice = SeededRandom(seed: plan.seed, stream: 103)
    faults = plan.faults
    self.plantedBug = plantedBug
  }

  /// When something lands, or the server is told of it; nil for never.
  var nextInstant: ServerTime? {
    SimulatedConnection.earlier(underWay.first?.endsAt, told.first?.at)
  }

  /// What a server starts from.
  var contents: JournalContents { kept.contents }

  /// Looks among the matches that have ended, at once.
  func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void) {
    kept.query(query, answer)
  }

  /// Nothing can be written until `end`.
  mutating func fill(until end: ServerTime) { isFullUntil = end }

  /// Notes when the server was alive, once it is known when it was not.
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
    var toldAt = max(endsAt + .microseconds(dice.roll(0...300)), told.last?.at ?? now)
    if has(.unclearCommits), dice.happens(0.05) {
      fate = .unclear(landed: dice.happens(0.5))
      toldAt = toldAt + dice.milliseconds(1...4000)
    }
    if plantedBug == .landsEarly {
      fate = .lands
      told.append((now, records.compactMap { $0.outcome(isThere: true) }))
    }
    underWay.append(Commit(records: overdue + records, fate: fate, endsAt: endsAt, toldAt: toldAt))
    overdue = []
  }

  /// Brings what has been written by `now` onto the disk.
  mutating func settle(_ now: ServerTime, _ watcher: Watcher) {
    while let commit = underWay.first, commit.endsAt <= now {
      underWay.removeFirst()
      let outcomes = finish(commit, watcher)
      if plantedBug == .landsEarly || outcomes.isEmpty { continue }
      if plantedBug == .neverTells, written.isMultiple(of: 17) { continue }
      told.append((commit.toldAt, outcomes))
    }
  }

  /// Takes what the server is to be told by `now`.
  mutating func takeOutcomes(_ now: ServerTime) -> [JournalOutcome]? {
    guard let first = told.first, first.at <= now else { return nil }
    told.removeFirst()
    return first.outcomes
  }

  /// The process is gone, and with it whatever it was to be told.
  mutating func crash(_ now: ServerTime, _ watcher: Watcher) {
    settle(now, watcher)
    let landed = underWay.isEmpty ? 0 : dice.roll(0...underWay.count)
    for commit in underWay.prefix(landed) { _ = finish(commit, watcher) }
    underWay = []
    told = []
    overdue = []
  }

  private func has(_ fault: Fault) -> Bool { !isSound && faults.contains(fault) }

  private mutating func finish(_ commit: Commit, _ watcher: Watcher) -> [JournalOutcome] {
    switch commit.fate {
    case .fails:
      overdue += commit.records.filter { !$0.isAwaited }
      return commit.records.compactMap { $0.outcome(isThere: false) }
    case .lands: kept.fault = .none
    case .unclear(let landed): kept.fault = landed ? .unclearLanded : .unclearLost
    }
    var told: [JournalOutcome] = []
    for record in commit.records {
      written += 1
      if plantedBug == .losesEntries, written.isMultiple(of: 9) {
        if let outcome = record.outcome(isThere: true) { told.append(outcome) }
        continue
      }
      guard case .step(let step) = record else {
        kept.append([record]) { told += $0 }
        continue
      }
      let before = kept.room(step.room)?.entries.count ?? 0
      kept.append([record]) { told += $0 }
      let count = kept.room(step.room)?.entries.count ?? 0
      if count > before { watcher(step, commit.endsAt) }
    }
    return told
  }
}

extension JournalRecord {
  /// Whether it says when there was no server.
  fileprivate var isOfOutages: Bool { if case .outages = self { true } else { false } }
}

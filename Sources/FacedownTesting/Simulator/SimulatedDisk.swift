// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Lobby
import MatchServer

/// A journal on a disk that takes its time and fails as it is told.
///
/// What it is given is written in order, a whole append at once or nothing of it. What has landed
/// outlives the process; of what was under way some first appends may.
struct SimulatedDisk {
  /// An append that is being written.
  private struct Commit {
    var steps: [JournalStep]
    var isDoomed: Bool
    /// When it is on the disk, or has failed.
    var endsAt: ServerTime
    /// When the server is told.
    var toldAt: ServerTime
  }

  /// What is on the disk, told as it gets there.
  typealias Watcher = (_ step: JournalStep, _ at: ServerTime) -> Void

  private(set) var logs: [RoomID: [Entry]] = [:]
  private var underWay: Deque<Commit> = []
  private var told: Deque<(at: ServerTime, outcomes: [JournalOutcome])> = []
  private var dice: SeededRandom
  private let faults: Set<Fault>
  private let sabotage: Sabotage?
  private var written = 0
  /// Until when nothing can be written.
  private var isFullUntil: ServerTime?
  /// Whether it is as a disk should be.
  var isSound = false

  init(_ plan: SimulationPlan, sabotage: Sabotage?) {
    dice = SeededRandom(seed: plan.seed, stream: 103)
    faults = plan.faults
    self.sabotage = sabotage
  }

  /// When something lands, or the server is told of it; nil for never.
  var nextInstant: ServerTime? {
    SimulatedWire.earlier(underWay.first?.endsAt, told.first?.at)
  }

  /// Nothing can be written until `end`.
  mutating func fill(until end: ServerTime) { isFullUntil = end }

  /// Begins to write steps.
  mutating func append(_ steps: [JournalStep], now: ServerTime) {
    let slow = !isSound && faults.contains(.slowDisk) && dice.happens(0.15)
    let took = slow ? dice.milliseconds(20...2500) : .microseconds(dice.roll(100...4000))
    let endsAt = max(now + took, underWay.last?.endsAt ?? now)
    let isFull = !isSound && isFullUntil.map { now < $0 } ?? false
    let fails = !isSound && faults.contains(.failingDisk) && dice.happens(0.03)
    var toldAt = max(endsAt + .microseconds(dice.roll(0...300)), told.last?.at ?? now)
    if !isSound, faults.contains(.unclearCommits), dice.happens(0.05) {
      toldAt = toldAt + dice.milliseconds(100...4000)
    }
    if sabotage == .landsEarly { toldAt = now }
    underWay.append(
      Commit(steps: steps, isDoomed: isFull || fails, endsAt: endsAt, toldAt: toldAt))
    if sabotage == .landsEarly { tell(steps, hasLanded: true, at: now) }
  }

  /// Brings what has been written by `now` onto the disk.
  mutating func settle(_ now: ServerTime, _ watcher: Watcher) {
    while let commit = underWay.first, commit.endsAt <= now {
      underWay.removeFirst()
      finish(commit, watcher)
      if sabotage != .landsEarly {
        tell(commit.steps, hasLanded: !commit.isDoomed, at: commit.toldAt)
      }
    }
  }

  /// Takes what the server is to be told by `now`.
  mutating func takeOutcomes(_ now: ServerTime) -> [JournalOutcome]? {
    guard let first = told.first, first.at <= now else { return nil }
    told.removeFirst()
    return first.outcomes
  }

  /// The process is gone, and whatever it was to be told.
  mutating func crash(_ now: ServerTime, _ watcher: Watcher) {
    settle(now, watcher)
    let kept = underWay.isEmpty ? 0 : dice.roll(0...underWay.count)
    for commit in underWay.prefix(kept) { finish(commit, watcher) }
    underWay = []
    told = []
  }

  private mutating func finish(_ commit: Commit, _ watcher: Watcher) {
    guard !commit.isDoomed else { return }
    for step in commit.steps {
      written += 1
      if sabotage == .losesEntries, written.isMultiple(of: 9) { continue }
      logs[step.room, default: []] += step.batch.entries
      watcher(step, commit.endsAt)
    }
  }

  private mutating func tell(_ steps: [JournalStep], hasLanded: Bool, at time: ServerTime) {
    told.append((time, steps.map { JournalOutcome(room: $0.room, hasLanded: hasLanded) }))
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// A server's way from its start to its end: draining, and the shutdown that waits for the journal.
///
/// | State | Matches begin | Requests | Leaves it by |
/// |---|---|---|---|
/// | running | yes | all | `drain`, `leave` |
/// | draining | no | all others | `cancelDrain`; the last match or the deadline: drained |
/// | drained | no | all others | `leave`, `cancelDrain`, `drain` |
/// | leaving | no | refused or ignored | the journal's last answer, or `flushLimit`: closing |
/// | closing | no | refused or ignored | the process ends |
struct Lifecycle: Sendable {
  /// How long a shutdown waits for the journal.
  static let flushLimit = Duration.seconds(1)
  /// How often running matches are counted while draining.
  private static let interval = Duration.seconds(1)

  private struct Draining: Hashable, Sendable {
    /// The deadline; nil to wait for the last match.
    var deadline: ServerTime?
    /// The next count; nil once draining is complete.
    var nextCount: ServerTime?
  }

  /// When the server started; nil before.
  private(set) var startedAt: ServerTime?
  /// The farewell to clients at shutdown; nil while the server runs.
  private(set) var farewell: ShutdownMode?
  /// When clients are closed even if the journal has not answered; nil before and after.
  private var leavesBy: ServerTime?
  private var draining: Draining?
  /// Awaited records the journal has not answered yet.
  private(set) var unansweredRecords = 0

  // MARK: Running

  /// Records when the server started.
  mutating func start(at now: ServerTime) {
    precondition(startedAt == nil, "A server starts once.")
    startedAt = now
  }

  /// Whether the journal has answered every awaited record.
  var isFlushed: Bool { unansweredRecords == 0 }

  /// Counts a record that the journal will answer.
  mutating func awaitRecord() { unansweredRecords += 1 }

  /// Counts the journal's answers.
  mutating func answered(_ count: Int) {
    precondition(
      count <= unansweredRecords, "The journal answered a record it was never given.")
    unansweredRecords -= count
  }

  // MARK: Draining

  /// Whether an operator's request to drain is in force.
  var isDraining: Bool { draining != nil }

  /// Whether no new matches start, because the server is draining or shutting down.
  var beginsNothing: Bool { draining != nil || farewell != nil }

  /// By when draining ends; nil if it waits for the last match, or is not draining.
  var drainDeadline: ServerTime? { draining?.deadline }

  /// Starts draining, or changes its deadline.
  ///
  /// - Returns: whether it was not draining before.
  /// - Throws: a refusal if the server is shutting down.
  mutating func drain(within limit: Duration?, now: ServerTime) throws(AdminRefusal) -> Bool {
    guard farewell == nil else {
      throw AdminRefusal(.unavailable, "The server is already stopping.")
    }
    let isNew = draining == nil
    draining = Draining(deadline: limit.map { now + $0 }, nextCount: now)
    return isNew
  }

  /// Stops draining.
  ///
  /// - Throws: a refusal if the server is not draining, or is shutting down.
  mutating func cancelDrain() throws(AdminRefusal) {
    guard draining != nil, farewell == nil else {
      throw AdminRefusal(.unavailable, "The server is not draining.")
    }
    draining = nil
  }

  /// Whether draining is complete as of now: no match is running, or the deadline has passed.
  ///
  /// True once.
  mutating func completesDraining(runningMatches: Int, now: ServerTime) -> Bool {
    guard let wake = drainingWake, wake <= now, let draining else { return false }
    let isOver = runningMatches == 0 || draining.deadline.map { $0 <= now } == true
    self.draining?.nextCount = isOver ? nil : now + Self.interval
    return isOver
  }

  /// Whether the rooms that are left are counted as of now.
  func countsDraining(at now: ServerTime) -> Bool { drainingWake.map { $0 <= now } ?? false }

  private var drainingWake: ServerTime? {
    draining?.nextCount.map { min($0, draining?.deadline ?? $0) }
  }

  // MARK: Shutting down

  /// Begins the shutdown, once.
  ///
  /// A server that drained to its last match tells clients that they need not come back. If the
  /// deadline ended draining, the running matches are left for the next server.
  mutating func leave(_ mode: ShutdownMode, runningMatches: Int, now: ServerTime) {
    guard farewell == nil else { return }
    let hasDrained = draining.map { $0.nextCount == nil } == true && runningMatches == 0
    farewell = hasDrained ? .drained : mode
    leavesBy = now + Self.flushLimit
  }

  /// Whether every client is to be closed as of now: the journal has answered, or the time is up.
  ///
  /// True once.
  mutating func closesEveryone(now: ServerTime) -> Bool {
    guard let leavesBy, isFlushed || leavesBy <= now else { return false }
    precondition(farewell != nil, "Only a stopping server closes everyone.")
    self.leavesBy = nil
    return true
  }

  /// When this is due next; nil for never.
  var nextWake: ServerTime? { farewell == nil ? drainingWake : leavesBy }
}

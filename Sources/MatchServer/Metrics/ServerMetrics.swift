// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Journal
import Lobby
import Protocol
import Wire

/// The server's counters: plain numbers, formatted only when scraped.
///
/// Confined to the loop: counting adds to an array element, without locks, look-ups or allocations.
/// Current values such as the number of rooms are computed at a scrape.
struct ServerMetrics: Sendable {
  /// The measured durations.
  enum Span: Int, CaseIterable, Sendable {
    /// The server core, for one input.
    case decide
    /// The journal, from an append to its answer.
    case commit
    /// Handing one loop turn's output to the sockets.
    case send
    /// A timer's delay.
    case loopDelay
    /// A packet to a client and its acknowledgement.
    case roundTrip
    /// Writing the metrics.
    case scrape
    /// From the notice that a node is gone to a room of its that this node has claimed and read.
    case takeover

    /// The name and the help of its metric.
    var family: (name: String, help: String) {
      switch self {
      case .decide:
        (
          "facedown_decide_seconds",
          "Time to decide one input, such as a message; most pings are answered before that."
        )
      case .commit:
        ("facedown_commit_seconds", "Time from an append to the journal's answer.")
      case .send:
        ("facedown_send_seconds", "Time to hand one loop turn's output to the sockets.")
      case .loopDelay:
        (
          "facedown_loop_delay_seconds",
          "How late the loop fires a timer, sampled ten times a second."
        )
      case .roundTrip:
        (
          "facedown_round_trip_seconds",
          "Kernel-smoothed round trips to clients, at most one a second of each that plays or asks."
        )
      case .scrape:
        (
          "facedown_scrape_seconds",
          "Time to write these metrics, excluding this time; it blocks the loop."
        )
      case .takeover:
        (
          "facedown_takeover_seconds",
          "Time from the notice that a node is gone until a room of its is claimed and read."
        )
      }
    }
  }

  private var counts = [UInt64](repeating: 0, count: Counter.allCases.count)
  private var histograms = [Histogram](repeating: Histogram(), count: Span.allCases.count)
  private(set) var refusals = [UInt64](repeating: 0, count: Self.codes.count)
  private(set) var closings = [UInt64](repeating: 0, count: Self.codes.count)
  private(set) var endings = [UInt64](repeating: 0, count: Self.reasons.count)
  /// Start times of unanswered appends, oldest first: the journal answers in order.
  private var commits: Deque<ServerTime> = []
  /// The recent maximum timer delay.
  private(set) var latest = RecentMaximum()

  /// The codes by which refusals and closings are counted; `refusal/unrecognized` stands for any
  /// other.
  static let codes = RefusalCode.allCases
  /// The reasons by which ended matches are counted.
  static let reasons = Event.Ended.Reason.allCases

  subscript(counter: Counter) -> UInt64 { counts[counter.rawValue] }

  subscript(span: Span) -> Histogram { histograms[span.rawValue] }

  /// When the oldest unanswered append began; nil if none is pending.
  var waitsForJournalSince: ServerTime? { commits.first }

  /// Adds to a counter.
  mutating func count(_ counter: Counter, by number: Int = 1) {
    assert(number >= 0, "A counter never falls.")
    counts[counter.rawValue] &+= UInt64(truncatingIfNeeded: number)
  }

  /// Adds a duration.
  mutating func note(_ span: Span, from begin: ServerTime, to end: ServerTime) {
    histograms[span.rawValue].add(end.microseconds &- begin.microseconds)
  }

  /// Adds a duration.
  mutating func note(_ span: Span, _ duration: Duration) {
    histograms[span.rawValue].add(duration.wholeMicroseconds)
  }

  /// Adds a timer's delay.
  mutating func noteLate(_ delay: Duration, at now: ServerTime) {
    note(.loopDelay, delay)
    latest.add(delay.wholeMicroseconds, at: now)
  }

  /// Counts a received message.
  mutating func received(_ encoding: WireEncoding, _ bytes: Int) {
    count(.received(encoding))
    count(.receivedBytes(encoding), by: bytes)
  }

  /// Counts a message sent to a number of connections.
  mutating func sent(_ encoding: WireEncoding, _ bytes: Int, to targets: Int) {
    count(.sent(encoding), by: targets)
    count(.sentBytes(encoding), by: bytes * targets)
  }

  /// Counts refusals and closings among sent messages.
  mutating func refusedOrClosed(_ message: ServerMessage, to targets: Int) {
    // Few cases: comparing fifty small numbers is faster than hashing one.
    switch message {
    case .refused(_, let refusal):
      guard let index = Self.codes.firstIndex(of: refusal.code) else { return }
      refusals[index] &+= UInt64(targets)
    case .closing(let closing):
      let code = RefusalCode(rawValue: closing.code) ?? .unrecognized
      guard let index = Self.codes.firstIndex(of: code) else { return }
      closings[index] &+= UInt64(targets)
    default: break
    }
  }

  /// An append begins.
  mutating func commitBegan(at now: ServerTime) { commits.append(now) }

  /// The oldest append was answered, by the rooms' journal.
  mutating func commitEnded(
    _ records: [RoomRecord], _ outcomes: [RoomOutcome], at now: ServerTime
  ) {
    assert(
      outcomes.count <= records.count, "The journal answers no more than it was given.")
    if let began = commits.popFirst() { note(.commit, from: began, to: now) }
    var answers = outcomes.makeIterator()
    for record in records where record.isAwaited {
      guard let outcome = answers.next() else { return }
      guard record.isThere(by: outcome) else {
        count(.journalFailures)
        continue
      }
      if case .step(let step) = record { landed(step) }
    }
  }

  /// The oldest append was answered, by the registry.
  mutating func commitEnded(
    _ records: [RegistryRecord], _ outcomes: [RegistryOutcome], at now: ServerTime
  ) {
    assert(
      outcomes.count <= records.count, "The registry answers no more than it was given.")
    if let began = commits.popFirst() { note(.commit, from: began, to: now) }
    for outcome in outcomes where outcome.isFailure { count(.journalFailures) }
  }

  /// Counts a batch that is now in the journal.
  private mutating func landed(_ batch: Batch) {
    count(.entries, by: batch.entries.count)
    if batch.isByIntent { count(.intentAccepted) }
    for entry in batch.entries {
      switch entry.event {
      case .committed: count(.matchesBegun)
      case .ended(let end):
        guard let index = Self.reasons.firstIndex(of: end.reason) else { continue }
        endings[index] &+= 1
      default: break
      }
    }
  }
}

extension Batch {
  /// Whether it results from an intent, not from entering or leaving the room.
  fileprivate var isByIntent: Bool {
    guard entering.isEmpty, let cause = entries.first(where: { $0.cause != nil })?.cause else {
      return false
    }
    // Leaving is a request of its own; an owner frees a seat by an intent.
    return !leaving.contains(cause.actor)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Lobby
import Protocol

/// What a server counts of itself: plain numbers, made text of only when somebody asks.
///
/// It is part of what lives on the loop, so to count is to add to a place in an array: no lock, no
/// look-up by name, and nothing is allocated. What there is at the moment, such as rooms, is not in
/// it: that is counted when somebody asks.
struct MetricsBook: Sendable {
  /// How long what takes how long.
  enum Span: Int, CaseIterable, Sendable {
    /// the server core, with one input.
    case decide
    /// The journal, from being given records to its answer.
    case commit
    /// The sockets, with what one turn of the loop has for them.
    case send
    /// A timer of the loop, beyond what it was set to.
    case loopDelay
    /// A packet to a client and its acknowledgement back.
    case roundTrip
    /// These metrics, as text.
    case scrape
  }

  private var counts = [UInt64](repeating: 0, count: Counter.allCases.count)
  private var histograms = [Histogram](repeating: Histogram(), count: Span.allCases.count)
  private(set) var refusals = [UInt64](repeating: 0, count: Self.codes.count)
  private(set) var closings = [UInt64](repeating: 0, count: Self.codes.count)
  private(set) var endings = [UInt64](repeating: 0, count: Self.reasons.count)
  /// When the journal was given what it has not answered yet, oldest first: it answers in order.
  private var commits: Deque<ServerTime> = []
  /// The longest a timer was late, by the minute.
  private(set) var latest = RecentMaximum()

  /// The codes that refusals and goodbyes are counted by; `refusal/unrecognized` stands for any other.
  static let codes = RefusalCode.allCases
  /// The reasons that ends of matches are counted by.
  static let reasons = Event.Ended.Reason.allCases

  subscript(counter: Counter) -> UInt64 { counts[counter.rawValue] }

  subscript(span: Span) -> Histogram { histograms[span.rawValue] }

  /// Since when the oldest records wait for the journal; nil if none do.
  var waitsForJournalSince: ServerTime? { commits.first }

  /// Something has happened so many times.
  mutating func count(_ counter: Counter, by number: Int = 1) {
    counts[counter.rawValue] &+= UInt64(truncatingIfNeeded: number)
  }

  /// Something has taken from one time to another.
  mutating func note(_ span: Span, from begin: ServerTime, to end: ServerTime) {
    histograms[span.rawValue].add(end.microseconds &- begin.microseconds)
  }

  /// Something has taken so long.
  mutating func note(_ span: Span, _ duration: Duration) {
    histograms[span.rawValue].add(duration.wholeMicroseconds)
  }

  /// A timer of the loop was so late at a time.
  mutating func noteLate(_ delay: Duration, at now: ServerTime) {
    note(.loopDelay, delay)
    latest.add(delay.wholeMicroseconds, at: now)
  }

  /// A message of so many bytes came.
  mutating func received(_ encoding: WireEncoding, _ bytes: Int) {
    count(.received(encoding))
    count(.receivedBytes(encoding), by: bytes)
  }

  /// A message of so many bytes goes to so many.
  mutating func sent(_ encoding: WireEncoding, _ bytes: Int, to targets: Int) {
    count(.sent(encoding), by: targets)
    count(.sentBytes(encoding), by: bytes * targets)
  }

  /// A message is for so many: counts those that say no.
  mutating func says(_ message: ServerMessage, to targets: Int) {
    // They are few, and to compare fifty small numbers is quicker than to hash one.
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

  /// The journal was given records.
  mutating func commitBegan(at now: ServerTime) { commits.append(now) }

  /// The journal has answered for the oldest records that wait.
  mutating func commitEnded(
    _ records: [JournalRecord], _ outcomes: [JournalOutcome], at now: ServerTime
  ) {
    if let began = commits.popFirst() { note(.commit, from: began, to: now) }
    var answers = outcomes.makeIterator()
    for record in records where record.isAwaited {
      guard let outcome = answers.next() else { return }
      guard record.isThere(by: outcome) else {
        count(.journalFailures)
        continue
      }
      if case .step(let step) = record { landed(step.batch) }
    }
  }

  /// What a batch has brought that is in the journal now.
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
  /// Whether an intent has made it: somebody's request that is not about being in the room.
  fileprivate var isByIntent: Bool {
    guard entering.isEmpty, let cause = entries.first(where: { $0.cause != nil })?.cause else {
      return false
    }
    // Who leaves asks for it; an owner who frees a seat does so by an intent.
    return !leaving.contains(cause.actor)
  }
}

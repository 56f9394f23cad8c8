// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import HeapModule

/// Timers of many subjects: which is due first, and when.
///
/// Each subject has one effective timer, the earliest requested; of two that are due at the same time the one
/// armed first comes up first. Stale timers stay in the heap until they are due or outnumber the rest, so the
/// heap does not grow with the length of a match.
package struct TimerQueue<Subject: Hashable & Sendable>: Sendable {
  private struct Wake: Comparable, Sendable {
    var time: ServerTime
    var number: UInt64
    var subject: Subject

    static func < (left: Self, right: Self) -> Bool {
      (left.time, left.number) < (right.time, right.number)
    }

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }

  /// How many stale timers are tolerated.
  package static var slack: Int { 64 }

  private var heap = Heap<Wake>()
  /// The effective timer of each subject.
  private var armed: [Subject: ServerTime] = [:]
  private var lastNumber: UInt64 = 0

  /// A queue without timers.
  package init() {}

  /// When the next timer is due, stale or not; nil for never.
  package var next: ServerTime? { heap.min?.time }

  /// Timers in the heap: at most twice the armed subjects plus `slack`.
  var count: Int { heap.count }

  /// The number of subjects that have a timer.
  package var armedCount: Int { armed.count }

  /// Schedules `subject` no later than `time`; amortised O(log n).
  package mutating func arm(_ subject: Subject, at time: ServerTime) {
    if let earlier = armed[subject], earlier <= time { return }
    armed[subject] = time
    lastNumber += 1
    heap.insert(Wake(time: time, number: lastNumber, subject: subject))
    guard heap.count > 2 * armed.count + Self.slack else { return }
    var current = armed
    heap = Heap(
      heap.unordered.filter { wake in
        guard current[wake.subject] == wake.time else { return false }
        current[wake.subject] = nil
        return true
      })
    assert(heap.count == armed.count, "Compaction keeps one timer for each armed subject.")
  }

  /// Cancels the timer of `subject`.
  package mutating func disarm(_ subject: Subject) {
    armed[subject] = nil
  }

  /// Removes and returns the first subject due by `now`; it must be armed again to come up again.
  package mutating func popDue(by now: ServerTime) -> Subject? {
    while let wake = heap.min, wake.time <= now {
      heap.removeMin()
      guard armed[wake.subject] == wake.time else { continue }
      armed[wake.subject] = nil
      return wake.subject
    }
    assert(!heap.isEmpty || armed.isEmpty, "An armed subject always has a timer in the heap.")
    return nil
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import HeapModule

/// The wake-up timers of rooms and sessions.
///
/// Each subject has one effective timer, the earliest requested. Stale timers stay in the heap
/// until they are due or outnumber the rest, so the heap does not grow with the length of a match.
struct TimerQueue: Sendable {
  enum Subject: Hashable, Sendable {
    case room(RoomID)
    case session(SessionID)
  }

  private struct Wake: Comparable, Sendable {
    var time: ServerTime
    var subject: Subject

    static func < (left: Self, right: Self) -> Bool { left.time < right.time }
  }

  /// How many stale timers are tolerated.
  static let slack = 64

  private var heap = Heap<Wake>()
  /// The effective timer of each subject.
  private var armed: [Subject: ServerTime] = [:]

  /// When the next timer is due, stale or not; nil for never.
  var next: ServerTime? { heap.min?.time }

  /// Timers in the heap: at most twice the armed subjects plus `slack`.
  var count: Int { heap.count }

  /// Schedules `subject` no later than `time`; amortised O(log n).
  mutating func arm(_ subject: Subject, at time: ServerTime) {
    if let earlier = armed[subject], earlier <= time { return }
    armed[subject] = time
    heap.insert(Wake(time: time, subject: subject))
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
  mutating func disarm(_ subject: Subject) {
    armed[subject] = nil
  }

  /// Removes and returns the first subject due by `now`; it must be armed again to come up again.
  mutating func popDue(by now: ServerTime) -> Subject? {
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

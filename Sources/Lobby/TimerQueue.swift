// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import HeapModule

/// When to look at which room or session again.
///
/// Each has one wake that counts, the earliest asked for; those out of date stay in the heap until
/// they come up or are most of it, so the heap never grows with the length of a match.
struct TimerQueue: Sendable {
  /// What is looked at.
  enum Subject: Hashable, Sendable {
    case room(RoomID)
    case session(SessionID)
  }

  private struct Wake: Comparable, Sendable {
    var time: ServerTime
    var subject: Subject

    static func < (left: Self, right: Self) -> Bool { left.time < right.time }
  }

  /// Wakes out of date that are let be.
  static let slack = 64

  private var heap = Heap<Wake>()
  /// The wake of each subject that counts.
  private var armed: [Subject: ServerTime] = [:]

  /// When the next wake comes up, out of date or not; nil for never.
  var next: ServerTime? { heap.min?.time }

  /// Wakes kept, those out of date included: at most twice what there is to wake and `slack`.
  var count: Int { heap.count }

  /// Sees to it that `subject` comes up no later than `time`.
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
  }

  /// Forgets the wake of `subject`.
  mutating func disarm(_ subject: Subject) {
    armed[subject] = nil
  }

  /// Takes the first subject whose wake has come by `now`; it must be armed again to come up again.
  mutating func popDue(by now: ServerTime) -> Subject? {
    while let wake = heap.min, wake.time <= now {
      heap.removeMin()
      guard armed[wake.subject] == wake.time else { continue }
      armed[wake.subject] = nil
      return wake.subject
    }
    return nil
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// The minimum of the values of the last minute.
///
/// Keeps at most one value per second.
struct SlidingMinimum: Sendable {
  /// How long a value counts.
  static let window = Duration.seconds(60)
  private static let grain = Duration.seconds(1)

  /// Ascending, oldest first: each is the minimum of all values since the one before.
  private var marks: Deque<(at: ServerTime, value: Int64)> = []

  /// Number of values kept.
  var count: Int { marks.count }

  /// Adds a value; times must not decrease.
  mutating func add(_ value: Int64, at time: ServerTime) {
    assert(marks.last.map { $0.at <= time } ?? true, "Times never decrease.")
    while let last = marks.last, last.value >= value { marks.removeLast() }
    if let last = marks.last, time - last.at < Self.grain { return }
    marks.append((time, value))
    forget(before: time)
    assert(
      zip(marks, marks.dropFirst()).allSatisfy { $0.value < $1.value },
      "Each value kept is the least since the one before.")
    assert(marks.count <= 62, "One value a second is kept, for a minute.")
  }

  /// The minimum of the minute before `time`; nil without values.
  func least(at time: ServerTime) -> Int64? {
    marks.first { !Self.isPast($0.at, at: time) }?.value
  }

  private mutating func forget(before time: ServerTime) {
    while let first = marks.first, Self.isPast(first.at, at: time) { marks.removeFirst() }
  }

  /// Whether a moment lies before the window that ends at `time`.
  private static func isPast(_ moment: ServerTime, at time: ServerTime) -> Bool {
    time - moment > window
  }
}

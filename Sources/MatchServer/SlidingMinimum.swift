// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// The least of the numbers that came within the last minute.
///
/// Keeps no more than one number for each second of it, however many come.
struct SlidingMinimum: Sendable {
  /// How long a number counts.
  static let window = Duration.seconds(60)
  private static let grain = Duration.seconds(1)

  /// Rising, oldest first: each is the least of all that came since the one before.
  private var marks: Deque<(at: ServerTime, value: Int64)> = []

  /// How many numbers are kept.
  var count: Int { marks.count }

  /// Takes a number in; times never fall.
  mutating func add(_ value: Int64, at time: ServerTime) {
    while let last = marks.last, last.value >= value { marks.removeLast() }
    if let last = marks.last, time - last.at < Self.grain { return }
    marks.append((time, value))
    forget(before: time)
  }

  /// The least number of the minute before `time`; nil if none came.
  func least(at time: ServerTime) -> Int64? {
    marks.first { $0.at + Self.window >= time }?.value
  }

  private mutating func forget(before time: ServerTime) {
    while let first = marks.first, first.at + Self.window < time { marks.removeFirst() }
  }
}

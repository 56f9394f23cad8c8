// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A timing wheel: elements that come due at ticks of equal length, with insertion in constant time
/// (Varghese and Lauck, 1987).
///
/// Nothing is removed or moved in it. When an element comes due, its owner decides whether there is
/// anything to do, and inserts it again otherwise.
struct TimingWheel<Element> {
  /// The number of ticks so far.
  private(set) var now = 0
  /// The elements due at each of the next ticks; a ring buffer.
  private var buckets: [[Element]]

  /// Creates a wheel of `bucketCount` ticks.
  init(bucketCount: Int = 64) {
    precondition(bucketCount > 0, "A timing wheel was made with \(bucketCount) buckets.")
    buckets = Array(repeating: [], count: bucketCount)
  }

  /// Inserts an element that comes due once, after `ticks` or, if that exceeds the size of the
  /// wheel, after one revolution.
  mutating func insert(_ element: Element, after ticks: Int) {
    precondition(ticks > 0, "An element was to come due after \(ticks) ticks.")
    buckets[(now + min(ticks, buckets.count)) % buckets.count].append(element)
  }

  /// The next tick: removes and returns the elements that are due, in the order of insertion.
  mutating func advance() -> [Element] {
    now += 1
    let index = now % buckets.count
    defer { buckets[index] = [] }
    return buckets[index]
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import DequeModule

/// The connections whose frames are to be sent, in slices between which the loop hears its peers.
///
/// A message to thousands would otherwise occupy the loop until the last of them is sent it. What
/// was queued in the ending tick goes first, so that answers overtake the rest of a fan-out.
struct FlushQueue<Element> {
  /// How many elements of one tick are taken at the end of it (256).
  static var sliceCount: Int { 256 }
  /// How many that wait from earlier ticks are taken in any case (64).
  static var leastDeferred: Int { 64 }

  /// Queued in this tick.
  private var fresh: [Element] = []
  /// Left over from earlier ticks, oldest first.
  private var deferred: Deque<Element> = []

  /// Whether nothing is queued.
  var isEmpty: Bool { fresh.isEmpty && deferred.isEmpty }

  /// Queues an element, which must not be in the queue.
  mutating func append(_ element: Element) { fresh.append(element) }

  /// Takes the next elements, at most `sliceCount + leastDeferred`.
  mutating func takeSlice() -> [Element] {
    if fresh.count <= Self.sliceCount && deferred.isEmpty {
      defer { fresh.removeAll(keepingCapacity: true) }
      return fresh
    }
    var slice = Array(fresh.prefix(Self.sliceCount))
    let older = min(deferred.count, max(Self.sliceCount - slice.count, Self.leastDeferred))
    slice += deferred.prefix(older)
    deferred.removeFirst(older)
    deferred += fresh.dropFirst(Self.sliceCount)
    fresh.removeAll(keepingCapacity: true)
    assert(!slice.isEmpty, "A queue that is not empty gives something.")
    return slice
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Connections that are to be sent a chaser, first in, first out: all wait equally long, so that one
/// timer serves them all.
struct ChaserQueue {
  /// How long after a message its chaser is sent.
  static let delay = Duration.milliseconds(20)
  /// How much earlier it may be sent together with others.
  static let slack = Duration.milliseconds(5)

  private var waiting: [(id: ConnectionID, due: ContinuousClock.Instant)] = []

  /// Inserts a connection that has just been sent a message.
  mutating func append(_ id: ConnectionID, at now: ContinuousClock.Instant) {
    assert(
      waiting.last.map { $0.due <= now + Self.delay } ?? true, "A chaser was queued out of order.")
    waiting.append((id, now + Self.delay))
  }

  /// When the first is due, or nil.
  var nextDue: ContinuousClock.Instant? { waiting.first?.due }

  /// Removes and returns those that are due, or nearly.
  mutating func takeDue(at now: ContinuousClock.Instant) -> [ConnectionID] {
    let count = waiting.firstIndex { $0.due > now + Self.slack } ?? waiting.count
    defer { waiting.removeFirst(count) }
    return waiting[..<count].map(\.id)
  }
}

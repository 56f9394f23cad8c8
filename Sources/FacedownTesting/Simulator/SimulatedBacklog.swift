// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// What waits in a server for the socket of a reader that is slower than what it is sent.
///
/// The kernel's own buffers, which hold some of it in truth, are left out: what counts here is only
/// what a server is told of.
struct SimulatedBacklog {
  private var waiting: Deque<(parcel: SimulatedConnection.Parcel, bytes: Int)> = []
  /// How many bytes wait.
  private(set) var bytes = 0
  /// How many of them the reader takes in a second; nil while it keeps up.
  private var rate: Int?
  /// Until when it is slow; nil for ever.
  private var slowUntil: ServerTime?
  /// When it is through with the first that waits; nil for never at this rate.
  private var firstDue: ServerTime?
  /// Of how many steps the server was last told.
  private var toldStep = 0

  /// Whether what is sent now has to wait.
  var isHolding: Bool { rate != nil || !waiting.isEmpty }

  /// When something moves on; nil for never.
  var nextInstant: ServerTime? {
    waiting.isEmpty ? nil : SimulatedConnection.earlier(firstDue, slowUntil)
  }

  /// The reader takes `rate` bytes a second until `end`, or for ever.
  mutating func slowDown(to rate: Int, until end: ServerTime?, now: ServerTime) {
    self.rate = rate
    slowUntil = end
    timeFirst(from: now)
  }

  /// The reader keeps up again, once it has read what waits.
  mutating func speedUp(_ now: ServerTime) {
    if rate != nil { slowUntil = now }
  }

  /// Puts something behind what waits.
  mutating func put(_ parcel: SimulatedConnection.Parcel, bytes: Int, now: ServerTime) {
    waiting.append((parcel, bytes))
    self.bytes += bytes
    if waiting.count == 1 { timeFirst(from: now) }
  }

  /// Takes what the reader has taken by `now`.
  mutating func take(_ now: ServerTime) -> [(parcel: SimulatedConnection.Parcel, bytes: Int)] {
    if let slowUntil, slowUntil <= now {
      (rate, self.slowUntil, firstDue) = (nil, nil, nil)
      defer { drop() }
      return Array(waiting)
    }
    var taken: [(parcel: SimulatedConnection.Parcel, bytes: Int)] = []
    while let due = firstDue, due <= now, let first = waiting.popFirst() {
      bytes -= first.bytes
      taken.append(first)
      timeFirst(from: due)
    }
    return taken
  }

  /// Nobody will ever read what waits.
  mutating func drop() {
    waiting = []
    bytes = 0
    firstDue = nil
  }

  /// Whether the server is to be told that more or less waits, which it is in steps.
  mutating func isWorthTelling(inStepsOf step: Int) -> Bool {
    defer { toldStep = bytes / step }
    return bytes / step != toldStep
  }

  private mutating func timeFirst(from start: ServerTime) {
    firstDue = waiting.first.flatMap { first in
      guard let rate else { return start }
      guard rate > 0 || first.bytes == 0 else { return nil }
      return start + .microseconds(first.bytes * 1_000_000 / max(rate, 1))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// Bytes that wait in the server for a slow reader's socket.
///
/// The kernel's own buffers are left out: only what the server is told counts here.
struct SimulatedBacklog {
  private var waiting: Deque<(parcel: SimulatedConnection.Parcel, bytes: Int)> = []
  /// Bytes waiting.
  private(set) var bytes = 0
  /// The reader's bytes per second; nil while it keeps up.
  private var rate: Int?
  /// When it stops being slow; nil for never.
  private var slowUntil: ServerTime?
  /// When it has read the first waiting parcel; nil for never at this rate.
  private var firstDue: ServerTime?
  /// The number of steps last reported to the server.
  private var reportedStep = 0

  /// Whether what is sent now has to wait.
  var isHolding: Bool { rate != nil || !waiting.isEmpty }

  /// Its next event; nil for never.
  var nextInstant: ServerTime? {
    waiting.isEmpty ? nil : earlier(firstDue, slowUntil)
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

  /// Appends a parcel to those that wait.
  mutating func put(_ parcel: SimulatedConnection.Parcel, bytes: Int, now: ServerTime) {
    waiting.append((parcel, bytes))
    self.bytes += bytes
    if waiting.count == 1 { timeFirst(from: now) }
  }

  /// Takes what the reader has read by `now`.
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

  /// Drops everything that waits.
  mutating func drop() {
    waiting = []
    bytes = 0
    firstDue = nil
  }

  /// Whether the count, which is reported in steps, has changed enough to report.
  mutating func isWorthReporting(inStepsOf step: Int) -> Bool {
    defer { reportedStep = bytes / step }
    return bytes / step != reportedStep
  }

  private mutating func timeFirst(from start: ServerTime) {
    firstDue = waiting.first.flatMap { first in
      guard let rate else { return start }
      guard rate > 0 || first.bytes == 0 else { return nil }
      return start + .microseconds(first.bytes * 1_000_000 / max(rate, 1))
    }
  }
}

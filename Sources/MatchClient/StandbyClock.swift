// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// The clock of a node, measured over a connection that was opened ahead of a move.
///
/// Nothing but probes is sent over such a connection, and nothing but their answers counts.
struct StandbyClock: Sendable {
  /// The connection.
  let number: ConnectionNumber
  /// The measurements.
  var sync: ClockSync

  /// Begins to measure over a connection that has just opened, with the pace of `former`, another
  /// server's.
  init(over number: ConnectionNumber, after former: ClockSync, at now: LocalTime) {
    self.number = number
    sync = former.ofAnotherServer()
    sync.opened(at: now)
  }

  /// Handles a message over any connection.
  mutating func received(
    _ message: ServerMessage, over connection: ConnectionNumber, at now: LocalTime
  ) {
    guard connection == number, case .pong(let pong) = message else { return }
    sync.answered(pong, at: now)
  }
}

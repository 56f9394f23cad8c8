// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a screen waits for: the keyboard, the terminal and the clock.
///
/// One screen listens at a time.
package protocol TerminalInput: AnyObject {
  /// The time now.
  var now: DisplayTime { get }
  /// Calls `take` with everything that happens, until `stop`; traps while another screen listens.
  func start(_ take: @escaping (TerminalInputEvent) -> Void)
  /// Delivers `due` once `time` is reached, and no longer at any time set before; nil for never.
  func wake(at time: DisplayTime?)
  /// Delivers nothing more.
  func stop()
}

/// An event that a screen waits for.
package enum TerminalInputEvent: Hashable, Sendable {
  /// Input from the keyboard, or reports of the terminal.
  case bytes([UInt8])
  /// The end of the input: the terminal is gone.
  case end
  /// The time to wake is reached, or the terminal has an event.
  case due
}

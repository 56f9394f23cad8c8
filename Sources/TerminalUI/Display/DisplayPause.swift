// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The display's pauses; static properties of a generic type cannot be stored.
enum DisplayPause {
  /// The frame interval while something drains; short enough to start new motion in time.
  static let slowFrame = Duration.milliseconds(33)
  /// The pause before flushing again to a terminal that is full.
  static let flush = Duration.milliseconds(2)
  /// If only changes are shown, how often to check a moving screen.
  static let withheld = Duration.milliseconds(100)
  /// If only changes are shown, how long to withhold a moving screen.
  static let withheldAtMost = Duration.seconds(1)
}

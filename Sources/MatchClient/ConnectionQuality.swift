// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The quality of the connection, for display.
package struct ConnectionQuality: Hashable, Sendable {
  /// The quality in one word.
  package enum Level: String, CaseIterable, Hashable, Sendable {
    /// Unnoticeable.
    case good
    /// Occasionally noticeable.
    case fair
    /// Slow most of the time, or silent for longer than usual.
    case poor
    /// Silent for so long that it may be lost, or not heard from yet.
    case none
  }

  /// The quality in one word.
  package var level: Level
  /// The typical round trip; nil until known.
  package var roundTrip: Duration?

  /// A connection with this quality.
  package init(level: Level, roundTrip: Duration? = nil) {
    self.level = level
    self.roundTrip = roundTrip
  }

  /// Rates a connection by its `recent` round trips and by how long an answer is `overdue`;
  /// `isSilent` if it may be lost.
  static func level(recent: [Duration], overdue: Duration, isSilent: Bool) -> Level {
    guard let typical = median(recent), !isSilent else { return .none }
    if overdue > .milliseconds(1500) || typical > .milliseconds(300) { return .poor }
    let hasStalls = recent.contains { $0 > typical + .milliseconds(150) }
    return typical > .milliseconds(120) || hasStalls ? .fair : .good
  }

  /// The median; nil if empty.
  static func median(_ durations: [Duration]) -> Duration? {
    durations.isEmpty ? nil : durations.sorted()[durations.count / 2]
  }
}

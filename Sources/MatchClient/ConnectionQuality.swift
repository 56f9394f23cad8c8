// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How good the line to the server is, for people to see.
public struct ConnectionQuality: Hashable, Sendable {
  /// In one word.
  public enum Level: String, CaseIterable, Hashable, Sendable {
    /// Nobody notices the line.
    case good
    /// Noticed now and then.
    case fair
    /// Slow, or silent for longer than it should be.
    case poor
    /// Nothing has come for so long that it may be gone, or nothing has come yet.
    case none
  }

  /// In one word.
  public var level: Level
  /// How far the shown time may be off the server's; nil before it is known.
  public var bound: Duration?
  /// What a message and its answer take as a rule; nil before it is known.
  public var roundTrip: Duration?

  /// A line as described.
  public init(level: Level, bound: Duration? = nil, roundTrip: Duration? = nil) {
    self.level = level
    self.bound = bound
    self.roundTrip = roundTrip
  }

  /// Judges a line by its `recent` round trips and by how long an answer is `overdue`; `isSilent`
  /// says that it is for so long that the line may be gone.
  static func level(recent: [Duration], overdue: Duration, isSilent: Bool) -> Level {
    guard let typical = median(recent), !isSilent else { return .none }
    if overdue > .milliseconds(1500) || typical > .milliseconds(300) { return .poor }
    let stalls = recent.count { $0 > typical + .milliseconds(150) }
    if stalls * 4 > recent.count { return .poor }
    return typical > .milliseconds(120) || stalls > 0 ? .fair : .good
  }

  /// The middle one of some durations; nil for none.
  static func median(_ durations: [Duration]) -> Duration? {
    durations.isEmpty ? nil : durations.sorted()[durations.count / 2]
  }
}

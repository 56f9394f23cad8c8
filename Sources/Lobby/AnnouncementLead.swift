// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How far ahead a room announces what it does by itself, so that all screens show it together.
public enum AnnouncementLead {
  /// No room announces further ahead: waiting is worse than now and then a late screen.
  public static let limit = Duration.milliseconds(250)
  /// What is added to what was measured.
  static let slack = Duration.milliseconds(10)

  /// The lead of a room.
  ///
  /// - Parameters:
  ///   - downlinks: how long the way to each active player takes.
  ///   - journal: how long an entry waits before it may leave.
  ///   - least: never less than this.
  /// - Returns: enough for all of that, and no more than the limit.
  public static func fitting(downlinks: [Duration], journal: Duration, least: Duration) -> Duration
  {
    let needed = (downlinks.max() ?? .zero) + journal + slack
    return max(least, min(needed, limit))
  }
}

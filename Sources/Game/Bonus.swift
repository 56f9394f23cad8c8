// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What is left of a card's bonus: it drains while the card is face up and unmatched.
///
/// Whole milliseconds of server time, so that two programs never disagree by a rounding.
public struct Bonus: Hashable, Sendable {
  /// What was left at `runningSince`, or for good while it stands still; milliseconds, negative
  /// only in what a faulty peer says.
  public var remainingMilliseconds: Int64
  /// Since when it drains, nil while it stands still.
  public var runningSince: ServerTime?

  /// `remainingMilliseconds` left, draining since `runningSince` if given.
  public init(remainingMilliseconds: Int64, runningSince: ServerTime? = nil) {
    self.remainingMilliseconds = remainingMilliseconds
    self.runningSince = runningSince
  }

  /// What is left at `time`, in milliseconds, never negative.
  public func remaining(at time: ServerTime) -> Int64 {
    let remaining = max(0, remainingMilliseconds)
    guard let runningSince, time > runningSince else { return remaining }
    return max(0, remaining - (time - runningSince).wholeMilliseconds)
  }

  /// The whole points a match at `time` brings: the seconds left, rounded down.
  public func points(at time: ServerTime) -> Int {
    Int(clamping: remaining(at: time) / 1000)
  }

  /// Drains from `time` on, if anything is left.
  public mutating func start(at time: ServerTime) {
    stop(at: time)
    if remainingMilliseconds > 0 { runningSince = time }
  }

  /// Stands still from `time` on.
  public mutating func stop(at time: ServerTime) {
    remainingMilliseconds = remaining(at: time)
    runningSince = nil
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The rest of a card's bonus, which drains while the card is face up and unmatched.
///
/// In whole milliseconds of server time, so that no two programs round differently.
public struct Bonus: Hashable, Sendable {
  /// What was left at `runningSince`, or is left while paused, in milliseconds; negative only from
  /// a faulty peer.
  public var remainingMilliseconds: Int64
  /// Since when it has been draining; nil while paused.
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

  /// The points it adds to a match at `time`: whole seconds, rounded down.
  public func points(at time: ServerTime) -> Int {
    Int(clamping: remaining(at: time) / 1000)
  }

  /// Starts draining at `time`, if anything is left.
  public mutating func start(at time: ServerTime) {
    stop(at: time)
    if remainingMilliseconds > 0 { runningSince = time }
  }

  /// Pauses at `time`.
  public mutating func stop(at time: ServerTime) {
    remainingMilliseconds = remaining(at: time)
    runningSince = nil
  }
}

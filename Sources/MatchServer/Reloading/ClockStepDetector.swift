// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Detects steps of the wall clock by comparing it with a monotonic clock.
///
/// Matches use the monotonic clock; times in the log and certificate dates depend on the wall
/// clock.
struct ClockStepDetector: Sendable {
  /// Smaller differences are ordinary adjustments.
  static let tolerance = Duration.seconds(1)

  private var last: (wall: Duration, steady: Duration)?

  /// Compares both clocks.
  ///
  /// - Parameters:
  ///   - wall: the wall clock's time.
  ///   - steady: a monotonic clock's time that counts through sleep.
  /// - Returns: the step since the last call, negative if backwards; nil if there was none.
  mutating func beat(wall: Duration, steady: Duration) -> Duration? {
    defer { last = (wall, steady) }
    guard let last else { return nil }
    assert(steady >= last.steady, "The monotonic clock never goes back.")
    let step = (wall - last.wall) - (steady - last.steady)
    return step <= .zero - Self.tolerance || step >= Self.tolerance ? step : nil
  }
}

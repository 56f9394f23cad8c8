// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Compares the wall clock with one that only goes on, beat by beat, and so sees when somebody sets it.
///
/// Matches do not mind: their time goes on by the other. Who reads times in a log, or a certificate's,
/// does.
struct ClockStepDetector: Sendable {
  /// Differences that are smaller are how clocks are kept right.
  static let tolerance = Duration.seconds(1)

  private var last: (wall: Duration, steady: Duration)?

  /// Looks at both clocks.
  ///
  /// - Parameters:
  ///   - wall: What the wall clock says.
  ///   - steady: What a clock says that never goes back, and goes on while the machine sleeps.
  /// - Returns: By how much the wall clock was set since the last beat, back if it is negative; nil if
  ///   it was not.
  mutating func beat(wall: Duration, steady: Duration) -> Duration? {
    defer { last = (wall, steady) }
    guard let last else { return nil }
    let step = (wall - last.wall) - (steady - last.steady)
    return step <= .zero - Self.tolerance || step >= Self.tolerance ? step : nil
  }
}

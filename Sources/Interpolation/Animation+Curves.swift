// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Animation {
  private static func curve(_ curve: UnitCurve, _ duration: Double) -> Self {
    let duration = duration.confined(to: durationRange, orIfNaN: 0)
    // A nanosecond is invisible, and velocities within less could overflow.
    return Self(.curve(curve, duration: duration < 1e-9 ? 0 : duration))
  }

  /// Along `curve`, in `duration` seconds; a duration of less than a nanosecond arrives at once.
  public static func timingCurve(_ curve: UnitCurve, duration: Double) -> Self {
    self.curve(curve, duration)
  }

  /// Along the cubic curve with handles to (`x1`, `y1`) and (`x2`, `y2`), in `duration` seconds.
  ///
  /// See ``UnitCurve/timingCurve(_:_:_:_:)`` for the handles' ranges.
  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0.35
  ) -> Self {
    curve(.timingCurve(x1, y1, x2, y2), duration)
  }

  /// At an even pace, in `duration` seconds.
  public static func linear(duration: Double) -> Self { curve(.linear, duration) }
  /// Starting slowly, in `duration` seconds.
  public static func easeIn(duration: Double) -> Self { curve(.easeIn, duration) }
  /// Ending slowly, in `duration` seconds.
  public static func easeOut(duration: Double) -> Self { curve(.easeOut, duration) }
  /// Starting and ending slowly, in `duration` seconds.
  public static func easeInOut(duration: Double) -> Self { curve(.easeInOut, duration) }

  /// At an even pace, in 0.35 seconds.
  public static var linear: Self { linear(duration: 0.35) }
  /// Starting slowly, in 0.35 seconds.
  public static var easeIn: Self { easeIn(duration: 0.35) }
  /// Ending slowly, in 0.35 seconds.
  public static var easeOut: Self { easeOut(duration: 0.35) }
  /// Starting and ending slowly, in 0.35 seconds.
  public static var easeInOut: Self { easeInOut(duration: 0.35) }
}

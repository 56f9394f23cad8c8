// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A finite or endless sequence of legs of equal length.
///
/// Legs are closed on the right: at exactly one leg's length the first has just arrived, and the
/// second begins right after. The phase is the remainder of a division, which is exact, so a loop
/// does not drift however long it runs.
struct Repetition: Hashable, Sendable {
  /// The number of legs, at least 0; nil for endless.
  let count: Int?
  /// Whether every second leg is reversed.
  let autoreverses: Bool
  /// The length of one leg in seconds, infinite for a leg that never ends.
  let leg: Double

  /// The duration of all legs, in seconds.
  var duration: Double {
    guard leg > 0 else { return 0 }
    guard let count else { return .infinity }
    return count > 0 ? leg * Double(count) : 0
  }

  /// The time within the leg at `time`, and whether that leg is reversed.
  func phase(at time: Double) -> (time: Double, goesBack: Bool) {
    guard time > leg else { return (time, false) }
    if let count, time >= duration {
      // The end of the last leg; rounding may have put the sum of the legs a little further.
      return (leg, autoreverses && count.isMultiple(of: 2))
    }
    var (rest, isSecond) = (remainder(time, 2 * leg), false)
    if rest > leg || rest == 0 {
      isSecond = true
      rest = rest == 0 ? leg : rest - leg
    }
    return (rest, autoreverses && isSecond)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Ratings as players see them: whole numbers around 1500, where everybody begins (docs/ratings.md).
package enum RatingScale {
  private static let start = 1500.0
  /// Who has 200 points more wins three matches of four, between two who have played much: those are
  /// 6.67 of the protocol's, and the odds of a win are e to the 6.67 / 5.89 (docs/ratings.md).
  private static let points = 30.0
  private static let largest = 1e6

  /// A rating of the protocol on the scale; a dash if it is not finite or absurdly large.
  package static func text(_ shown: Double) -> String {
    value(shown).map { "\($0)" } ?? "-"
  }

  /// From one rating to another: `+84`, `-24` or `+0`; a dash if there is no telling.
  package static func change(from before: Double, to after: Double) -> String {
    guard let before = value(before), let after = value(after) else { return "-" }
    return after < before ? "\(after - before)" : "+\(after - before)"
  }

  private static func value(_ shown: Double) -> Int? {
    guard shown.isFinite, shown.magnitude < largest else { return nil }
    return Int((start + points * shown).rounded())
  }
}

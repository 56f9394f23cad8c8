// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The rule for names: one to so many characters, none that could fool a reader or a terminal.
enum PlayerName {
  /// The name without spaces around it.
  ///
  /// - Throws: `session/bad_name` with the fact `allowed`.
  static func check(_ name: String, limit: Int) throws(Refusal) -> String {
    let trimmed = trim(name)
    guard (1...limit).contains(trimmed.count), trimmed.utf8.count <= 4 * limit,
      trimmed.unicodeScalars.allSatisfy(isHarmless)
    else {
      throw Refusal(
        .sessionBadName,
        [Refusal.Fact("allowed", "1 to \(limit) characters, none of them invisible")])
    }
    return trimmed
  }

  private static func trim(_ name: String) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " }
    let front = name.drop(while: isSpace)
    return String(front.reversed().drop(while: isSpace).reversed())
  }

  /// Whether a scalar shows as itself: no control, format, direction or line character.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The rule for names: a limited number of visible characters that cannot fool a reader or a
/// terminal.
///
/// Invisible scalars would make different names look the same without the mark that tells namesakes
/// apart (`Ann ·k7q2`); a dot like the one in that mark would imitate it.
enum PlayerName {
  /// The name, trimmed of spaces.
  ///
  /// - Throws: `session/bad_name` with the fact `allowed`.
  static func check(_ name: String, limit: Int) throws(Refusal) -> String {
    let trimmed = trim(name)
    guard (1...limit).contains(trimmed.count), trimmed.utf8.count <= 4 * limit,
      trimmed.unicodeScalars.allSatisfy(isVisible), everyMarkHasBase(trimmed)
    else {
      throw Refusal(.sessionBadName, [Refusal.Fact("allowed", allowed(limit: limit))])
    }
    return trimmed
  }

  /// The rule as the end of a sentence; clients show 120 characters of it.
  private static func allowed(limit: Int) -> String {
    "1 to \(limit) characters, all visible: no joiners or variation selectors, no accent without a "
      + "letter, no dot like \"·\""
  }

  private static func trim(_ name: String) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " }
    let front = name.drop(while: isSpace)
    return String(front.reversed().drop(while: isSpace).reversed())
  }

  /// Whether a scalar is visible or a plain space: no control, format, direction or line
  /// characters, no ignorable or blank ones, no dot like the mark's.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.properties.isDefaultIgnorableCodePoint, !blanks.contains(scalar),
      !dots.contains(scalar)
    else { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }

  /// Whether every combining mark follows a character that it can be drawn over.
  private static func everyMarkHasBase(_ name: String) -> Bool {
    var hasBase = false
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .spacingMark:
        if !hasBase { return false }
      default: hasBase = scalar != " "
      }
    }
    return true
  }

  /// Blank scalars that Unicode does not count as ignorable: the empty Braille pattern, the Khitan
  /// filler, the null notehead, and the object replacement character.
  private static let blanks: Set<Unicode.Scalar> = [
    "\u{2800}", "\u{16fe4}", "\u{1d159}", "\u{fffc}",
  ]

  /// The middle dot between a name and its mark, and its look-alikes.
  private static let dots: Set<Unicode.Scalar> = [
    "\u{b7}", "\u{387}", "\u{1427}", "\u{16eb}", "\u{2022}", "\u{2027}", "\u{2219}", "\u{22c5}",
    "\u{2e31}", "\u{a78f}", "\u{ff65}", "\u{10101}",
  ]
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Lengths of time as hosts write and read them: `45s`, `30m`, `12h`, `7d`, `2w`.
enum SpanText {
  private static let units: [(letter: Character, seconds: Int64)] = [
    ("w", 7 * 86_400), ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
  ]

  /// What help says of one.
  static let examples = "45s, 10m, 2h, 7d, 2w"

  /// Why a text cannot be taken for one.
  enum Problem: Error, Hashable, CustomStringConvertible {
    /// It is not written like one.
    case form
    /// It is none, or longer than anything is asked for.
    case bounds

    var description: String {
      switch self {
      case .form: "A time is a whole number followed by s, m, h, d or w, such as 10m or 7d."
      case .bounds: "A time is between one second and ten years (3650d)."
      }
    }
  }

  /// The seconds of a text.
  ///
  /// - Throws: what is wrong with it.
  static func seconds(_ text: String) throws(Problem) -> Int64 {
    let digits = text.utf8.dropLast()
    guard let unit = units.first(where: { $0.letter == text.last })?.seconds, !digits.isEmpty,
      digits.allSatisfy({ (48...57).contains($0) })
    else { throw .form }
    // Nothing but digits: what is no number has too many of them.
    guard let count = Int64(text.dropLast()), count > 0, count <= AdminMessage.mostSeconds / unit
    else { throw .bounds }
    return count * unit
  }

  /// So many seconds, in the two greatest units that they have.
  static func text(_ seconds: Int64) -> String {
    var left = max(0, seconds)
    var parts: [String] = []
    for unit in units where unit.letter != "w" {
      let count = left / unit.seconds
      left %= unit.seconds
      if count > 0 || !parts.isEmpty { parts.append("\(count)\(unit.letter)") }
    }
    return parts.isEmpty ? "0s" : parts.prefix(2).joined(separator: " ")
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Time spans in operators' notation: `45s`, `30m`, `12h`, `7d`, `2w`.
enum SpanText {
  private static let units: [(letter: Character, seconds: Int64)] = [
    ("w", 7 * 86_400), ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
  ]

  /// Examples for help texts.
  static let examples = "45s, 10m, 2h, 7d, 2w"

  /// Why a text is not a time span.
  enum Problem: Error, Hashable, CustomStringConvertible {
    /// Malformed.
    case form
    /// Zero, or too long.
    case bounds

    var description: String {
      switch self {
      case .form: "A time is a whole number followed by s, m, h, d or w, such as 10m or 7d."
      case .bounds: "A time is between one second and ten years (3650d)."
      }
    }
  }

  /// Parses a span, in seconds.
  ///
  /// - Throws: the problem.
  static func seconds(_ text: String) throws(Problem) -> Int64 {
    let digits = text.utf8.dropLast()
    guard let unit = units.first(where: { $0.letter == text.last })?.seconds, !digits.isEmpty,
      digits.allSatisfy({ (48...57).contains($0) })
    else { throw .form }
    // Digits only, so failure means overflow.
    guard let count = Int64(text.dropLast()), count > 0, count <= AdminRequest.mostSeconds / unit
    else { throw .bounds }
    assert(count * unit <= AdminRequest.mostSeconds, "A span is ten years at most.")
    return count * unit
  }

  /// Seconds in their two largest units.
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

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Lengths of time as hosts write and read them: `45s`, `30m`, `12h`, `7d`, `2w`.
enum SpanText {
  private static let units: [(letter: Character, seconds: Int64)] = [
    ("w", 7 * 86_400), ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
  ]

  /// The seconds of a text; nil when it is none, or longer than anything is asked for.
  static func seconds(_ text: String) -> Int64? {
    guard let unit = units.first(where: { $0.letter == text.last })?.seconds,
      (2...10).contains(text.utf8.count),
      text.utf8.dropLast().allSatisfy({ (48...57).contains($0) }),
      let count = Int64(text.dropLast()), count > 0,
      count <= AdminCall.mostSeconds / unit
    else { return nil }
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

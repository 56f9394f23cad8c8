// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The beginning of a player's id, short enough for people to compare.
///
/// It tells apart players who share a name by chance. An attacker can make a key whose id begins
/// like another's; if both are at one table, more characters are shown.
package enum Fingerprint {
  /// The fewest characters shown.
  static let least = 4
  /// The maximum number of characters shown.
  static let most = 12

  /// The first `count` characters of an id from a server, sanitised.
  package static func text(of id: String, _ count: Int = least) -> String {
    String(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(count))
  }

  /// The fewest characters that tell these ids apart, up to ``most``.
  static func length(for ids: [String]) -> Int {
    let different = Set(ids)
    return (least..<most).first { count in
      Set(different.map { text(of: $0, count) }).count == different.count
    } ?? most
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The beginning of a player's identity, as much as people compare.
///
/// It tells apart those who have the same name by chance. Somebody who wants to can make a key whose
/// identity begins like another's; where that sits at the same table, more is shown.
enum Fingerprint {
  /// How many characters are shown at the least.
  static let least = 4
  /// How many are shown at the most.
  static let most = 12

  /// So many characters of an identity as a server gave it, fit to print.
  static func text(of id: String, _ count: Int = least) -> String {
    String(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(count))
  }

  /// How many characters tell all of these identities apart, as far as ``most`` do.
  static func length(for ids: [String]) -> Int {
    let different = Set(ids)
    return (least..<most).first { count in
      Set(different.map { text(of: $0, count) }).count == different.count
    } ?? most
  }
}

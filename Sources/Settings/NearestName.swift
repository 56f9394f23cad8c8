// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Suggests a name for a mistyped word.
package enum NearestName {
  /// The name nearest to `word`, if it is near enough to be a likely correction.
  package static func of(_ word: String, among names: [String]) -> String? {
    let word = Array(word.utf8.prefix(longest))
    let ranked = names.map { (name: $0, distance: distance(word, Array($0.utf8))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.name.utf8.count / 3) ? best.name : nil
  }

  /// Longer words are cut: no name is as long.
  private static let longest = 64

  /// The edit distance with transpositions (optimal string alignment); O(n m).
  package static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var next = [i + 1]
      for (j, other) in right.enumerated() {
        var cost = min(row[j] + (letter == other ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
          cost = min(cost, before[j - 1] + 1)
        }
        next.append(cost)
      }
      (before, row) = (row, next)
    }
    return row[right.count]
  }
}

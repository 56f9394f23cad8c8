// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Finds what somebody has meant who mistyped it.
package enum NearestName {
  /// The name that differs least from `word`, if it is near enough to have been meant.
  package static func of(_ word: String, among names: [String]) -> String? {
    let word = Array(word.utf8.prefix(longest))
    let ranked = names.map { (name: $0, distance: distance(word, Array($0.utf8))) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.name.utf8.count / 3) ? best.name : nil
  }

  /// No name is as long; what follows is not looked at.
  private static let longest = 64

  /// How many letters have to be put in, taken out, changed or swapped with their neighbours.
  ///
  /// It is the distance by optimal string alignment, row by row.
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

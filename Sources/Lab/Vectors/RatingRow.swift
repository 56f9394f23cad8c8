// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby

/// One row: a match, and what was believed of its players before and after.
struct RatingRow {
  /// What names the row.
  let name: String
  /// What is expected and was not computed; empty where the row is met.
  let differences: [String]
  /// Parts of the row that nothing here can check.
  let unknownParts: [String]

  /// Players of one match, at the most: the sums take that many squared.
  private static let mostPlayers = 1000
  /// How far another program's figures were off says nothing about ours.
  private static let remark = "max_diff"
  private static let parts: Set<String> = ["name", "note", "ranks", "before", "after"]

  /// Computes the row in `value`, number `number` of its file.
  ///
  /// - Throws: a fault if it cannot be computed.
  init(_ value: JSONValue, number: Int) throws(VectorFault) {
    let row = try VectorObject(value)
    name = row.has("name") ? try row.text("name") : "row \(number)"
    unknownParts = row.names.filter { !Self.parts.contains($0) && !$0.hasPrefix(Self.remark) }
    let ranks = try Self.ranks(of: row)
    let before = try Self.ratings("before", of: row)
    let after = try Self.ratings("after", of: row)
    guard !ranks.isEmpty, before.count == ranks.count, after.count == ranks.count else {
      throw VectorFault("'ranks', 'before' and 'after' are not of one length")
    }
    guard ranks.count <= Self.mostPlayers else {
      throw VectorFault("a row has at most \(Self.mostPlayers) players")
    }
    guard before.allSatisfy({ $0.sigma > 0 }) else {
      throw VectorFault("a sigma in 'before' is not above zero")
    }
    differences = zip(PlackettLuce().rate(before, ranks: ranks), after).enumerated().compactMap {
      index, pair in
      let (ours, theirs) = pair
      if ours.mu.meets(theirs.mu), ours.sigma.meets(theirs.sigma) { return nil }
      return "player \(index + 1) expected mu \(theirs.mu) and sigma \(theirs.sigma), "
        + "got \(ours.mu) and \(ours.sigma)"
    }
  }

  private static func ranks(of row: VectorObject) throws(VectorFault) -> [Int] {
    let ranks = try row.numbers("ranks").map { Int(exactly: $0) }
    guard !ranks.contains(nil) else { throw VectorFault("'ranks' is no list of whole numbers") }
    return ranks.compactMap { $0 }
  }

  private static func ratings(
    _ name: String, of row: VectorObject
  ) throws(VectorFault) -> [Rating] {
    var ratings: [Rating] = []
    for value in try row.list(name) {
      guard case .list(let pair) = value, pair.count == 2, let mu = pair[0].double,
        let sigma = pair[1].double
      else { throw VectorFault("'\(name)' is no list of pairs mu, sigma") }
      ratings.append(Rating(mu: mu, sigma: sigma))
    }
    return ratings
  }
}

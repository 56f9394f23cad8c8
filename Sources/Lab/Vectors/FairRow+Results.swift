// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

extension FairRow {
  /// What came of comparing a row.
  struct Results {
    /// What differs, in words.
    var differences: [String] = []
    /// Parts that nothing here can check.
    var unknown: [String] = []
  }

  /// Words drawn at the most, so that no row takes for ever.
  private static let mostWords = 1_000_000

  /// Compares all results of the row with what its inputs come to.
  ///
  /// - Throws: a fault if a result is not of its form, or there is none.
  func results() throws(VectorFault) -> Results {
    var results = Results()
    let key = key(of: label)
    let deck = fair.deck(drawnBy: key, pairs: faces, copies: copies)
    let parts = row.names.filter { !Self.inputs.contains($0) }
    for part in parts {
      if let comparison = try compare(part, key) {
        results.differences += comparison.differences
      } else if let comparison = try compare(part, deck) {
        results.differences += comparison.differences
      } else {
        results.unknown.append(part)
      }
    }
    guard parts.count > results.unknown.count else {
      throw VectorFault("there is no result to check")
    }
    return results
  }

  private func key(of label: String) -> [UInt8] {
    fair.key(
      label, seed: seed, entropies: entropies, epoch: epoch, pairs: faces, copies: copies)
  }

  /// What is committed to and drawn; nil for what is something else.
  private func compare(_ part: String, _ key: [UInt8]) throws(VectorFault) -> Comparison? {
    switch part {
    case "params":
      let params = "n=\(faces);copies=\(copies)"
      let expected = try row.text(part)
      return params == expected
        ? .met : .differs("params expected \(expected), but the row says \(params)")
    case "seed_commit": return Comparison(part, fair.seedCommit(seed), try row.text(part))
    case "entropy_commits": return try compareCommits()
    case "deck_key", "key": return Comparison(part, key, try row.text(part))
    case _ where part.hasSuffix("_key"):
      return Comparison(part, self.key(of: String(part.dropLast(4))), try row.text(part))
    case "first_words", "words":
      let expected = try row.naturals(part)
      guard expected.count <= Self.mostWords else { throw VectorFault("'\(part)' is too long") }
      var stream = RandomStream(key: key, hashing: fair.hashing)
      return Comparison(part, expected.map { _ in stream.nextWord() }, expected)
    default: return nil
    }
  }

  /// The commitments of those who gave something; who gave nothing may have made none.
  private func compareCommits() throws(VectorFault) -> Comparison {
    let commits = try row.list("entropy_commits")
    guard commits.count == entropies.count else {
      return .differs(
        "entropy_commits expected \(commits.count) items, got \(entropies.count)")
    }
    for (seat, commit) in commits.enumerated() {
      if entropies[seat].isEmpty, commit == .null || commit == .text("") { continue }
      guard case .text(let expected) = commit else {
        throw VectorFault("'entropy_commits' is no list of texts")
      }
      let ours = fair.entropyCommit(entropies[seat], seat: SeatIndex(seat))
      let comparison = Comparison("entropy_commits[\(seat)]", ours, expected)
      guard comparison == .met else { return comparison }
    }
    return .met
  }

  /// What is on the table; nil for what is something else.
  private func compare(_ part: String, _ deck: Deck) throws(VectorFault) -> Comparison? {
    switch part {
    case "deck":
      return Comparison(part, deck.faces.map { UInt64($0.index) }, try row.naturals(part))
    case "salts", "leaves":
      let ours = (part == "salts" ? deck.salts : deck.leaves).map(\.hexadecimal)
      return Comparison(part, ours.map { JSONValue.text($0) }, try row.list(part))
    case "leaves_sha256":
      return Comparison(
        part, fair.hashing.sha256(deck.leaves.flatMap { $0 }), try row.text(part))
    default:
      guard let slot = part.wholeMatch(of: /(?:salt|leaf)(\d+)/).flatMap({ Int($0.1) }) else {
        return nil
      }
      guard deck.faces.indices.contains(slot) else {
        throw VectorFault("'\(part)' is of no slot of the deck")
      }
      let ours = part.hasPrefix("salt") ? deck.salts[slot] : deck.leaves[slot]
      return Comparison(part, ours, try row.text(part))
    }
  }
}

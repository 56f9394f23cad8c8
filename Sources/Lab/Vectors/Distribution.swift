// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Wire

/// Frequencies of decks over many seeds: SHA-256 of each number from 0 on, eight bytes, big-endian.
enum Distribution {
  /// Maximum number of faces: a layout has one digit per card.
  static let mostFaces = 10
  /// Maximum number of seeds, so that every file terminates.
  private static let mostSeeds = 1_000_000

  /// The differences in `counts` by layout.
  static func differences(layouts part: VectorObject) throws(VectorFault) -> [String] {
    let faces = try part.count("faces", in: 1...mostFaces)
    let copies = try part.count("copies", in: 1...8)
    let counts = try part.object("counts")
    var expected: [String: Int] = [:]
    for layout in counts.names { expected[layout] = try counts.count(layout, in: 0...mostSeeds) }
    var drawn: [String: Int] = [:]
    try decks(of: part, faces: faces, copies: copies, count: expected.values.reduce(0, +)) { deck in
      drawn[deck.map { String($0.index) }.joined(), default: 0] += 1
    }
    var differences = Set(expected.keys).union(drawn.keys).sorted().compactMap { layout in
      let (ours, theirs) = (drawn[layout, default: 0], expected[layout, default: 0])
      return ours == theirs ? nil : "\(layout) expected \(theirs) times, got \(ours)"
    }
    differences += try spread(of: expected.keys.sorted().map { drawn[$0, default: 0] }, in: part)
    return differences
  }

  /// The differences in `counts` of the face in slot 0.
  static func differences(
    firstSlots part: VectorObject, faces: Int
  ) throws(VectorFault) -> [String] {
    let copies = part.has("copies") ? try part.count("copies", in: 1...8) : 2
    let expected = try part.naturals("counts").map { Int(clamping: $0) }
    guard expected.count == faces, expected.allSatisfy({ $0 <= mostSeeds }) else {
      throw VectorFault("'counts' is not a list of \(faces) counts")
    }
    var drawn = [Int](repeating: 0, count: faces)
    try decks(of: part, faces: faces, copies: copies, count: expected.reduce(0, +)) { deck in
      drawn[deck[0].index] += 1
    }
    let differences = Comparison("counts", drawn, expected).differences
    return differences + (try spread(of: drawn, in: part))
  }

  /// Deals for as many seeds as `part` says, or else as many as were counted.
  private static func decks(
    of part: VectorObject, faces: Int, copies: Int, count: Int, _ body: ([Face]) -> Void
  ) throws(VectorFault) {
    let seeds = part.has("seeds") ? try seedCount(try part.text("seeds")) : count
    guard (1...mostSeeds).contains(seeds) else {
      throw VectorFault("the number of seeds must be 1 to \(mostSeeds), not \(seeds)")
    }
    // The table of first slots has no match id: it is that of the layouts.
    let matchID = part.has("match_id") ? try part.text("match_id") : "dist"
    let entropies = try FairRow.entropies(of: part)
    let fair = FairDeal(matchID: matchID, hashing: .openSSL)
    let ordered = (0..<faces).flatMap { face in (0..<copies).map { _ in Face(face) } }
    for number in 0..<UInt64(seeds) {
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
      let key = fair.key(
        "deck", seed: Hashing.openSSL.sha256(bytes), entropies: entropies, pairs: faces,
        copies: copies)
      var deck = ordered
      var stream = RandomStream(key: key, hashing: .openSSL)
      stream.shuffle(&deck)
      body(deck)
    }
  }

  /// The number of seeds in a text such as `SHA256(u64be(i)) for i in 0..<12000`.
  private static func seedCount(_ words: String) throws(VectorFault) -> Int {
    let lead = "SHA256(u64be(i)) for i in 0..<"
    guard words.hasPrefix(lead), let count = Int(words.dropFirst(lead.count)) else {
      throw VectorFault("'seeds' is not '\(lead)' and a number")
    }
    return count
  }

  /// The differences in `chi2` and `dof`, if given.
  private static func spread(
    of counts: [Int], in part: VectorObject
  ) throws(VectorFault) -> [String] {
    var differences: [String] = []
    let mean = Double(counts.reduce(0, +)) / Double(counts.count)
    let chi = counts.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) / mean }
    if part.has("chi2") {
      let expected = try part.number("chi2")
      if !chi.meets(expected) { differences.append("chi2 expected \(expected), got \(chi)") }
    }
    if part.has("dof") {
      let expected = try part.number("dof")
      if expected != Double(counts.count - 1) {
        differences.append("dof expected \(expected), got \(counts.count - 1)")
      }
    }
    return differences
  }
}

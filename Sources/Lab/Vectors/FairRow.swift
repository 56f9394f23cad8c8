// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import Wire

/// One row: a seed, a match and its players' entropy, with the expected results.
///
/// A row may be about another stream than the deck's, which its `label` names; its key and draws
/// are then that stream's. Missing results are not checked.
struct FairRow {
  let row: VectorObject
  let fair: FairDeal
  let seed: [UInt8]
  let entropies: [[UInt8]]
  let label: String
  let faces: Int
  let copies: Int
  let epoch: UInt32

  /// The inputs of a row; all other parts are results.
  static let inputs: Set<String> = [
    "seed", "match_id", "faces", "n", "copies", "epoch", "entropy", "label", "name", "note",
  ]
  /// The longest text whose length fits two bytes.
  private static let longest = Int(UInt16.max)

  /// Checks the row in `value`, number `number` of its file.
  static func check(_ value: JSONValue, number: Int, _ report: inout VectorReport) {
    do throws(VectorFault) {
      let row = try FairRow(try VectorObject(value))
      let name = row.row.has("name") ? try row.row.text("name") : "row \(number)"
      let results = try row.results()
      report.count(name, results.differences)
      for part in results.unknown {
        report.skip("\(name): unknown part '\(part)'.")
      }
    } catch {
      report.fail("row \(number): \(error).")
    }
  }

  /// Reads a row.
  ///
  /// - Throws: a fault if a part is missing or malformed.
  private init(_ row: VectorObject) throws(VectorFault) {
    self.row = row
    let matchID = try row.text("match_id")
    guard matchID.utf8.count <= Self.longest else { throw VectorFault("'match_id' is too long") }
    fair = FairDeal(matchID: matchID, hashing: .openSSL)
    seed = try Self.bytes(try row.part("seed"), of: "seed")
    guard seed.count == 32 else { throw VectorFault("'seed' is not 64 hexadecimal digits") }
    entropies = try Self.entropies(of: row)
    label = row.has("label") ? try row.text("label") : "deck"
    // A slot is a two-byte number.
    faces = try row.count(row.has("faces") ? "faces" : "n", in: 1...65536)
    copies = row.has("copies") ? try row.count("copies", in: 1...65536 / faces) : 2
    guard faces * copies <= 65536 else { throw VectorFault("a deck has at most 65536 cards") }
    epoch = row.has("epoch") ? UInt32(try row.count("epoch", in: 0...Int(UInt32.max))) : 0
  }

  /// What each player revealed; empty for an empty text or null.
  ///
  /// Without this part there were no players.
  static func entropies(of row: VectorObject) throws(VectorFault) -> [[UInt8]] {
    let list = row.has("entropy") ? try row.list("entropy") : []
    guard list.count <= Int(UInt8.max) else { throw VectorFault("'entropy' has too many players") }
    var entropies: [[UInt8]] = []
    for value in list {
      let entropy = value == .null ? [] : try bytes(value, of: "entropy")
      guard entropy.count <= longest else { throw VectorFault("'entropy' is too long") }
      entropies.append(entropy)
    }
    return entropies
  }

  /// The bytes that `value`, a part called `name`, encodes.
  private static func bytes(_ value: JSONValue, of name: String) throws(VectorFault) -> [UInt8] {
    guard case .text(let text) = value, !text.contains(":"),
      let bytes = Hexadecimal.bytes(of: text)
    else {
      throw VectorFault("'\(name)' is not hexadecimal")
    }
    return bytes
  }
}

extension FairRow {
  /// The results of comparing a row.
  struct Results {
    /// The differences, in words.
    var differences: [String] = []
    /// Unknown parts.
    var unknown: [String] = []
  }

  /// Maximum number of drawn words, so that every row terminates.
  private static let mostWords = 1_000_000

  /// Compares all results of the row with those computed from its inputs.
  ///
  /// - Throws: a fault if a result is malformed, or there is none.
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

  /// Compares commitments and draws; nil for any other part.
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

  /// Compares the commitments of players who revealed entropy; the others may have made none.
  private func compareCommits() throws(VectorFault) -> Comparison {
    let commits = try row.list("entropy_commits")
    guard commits.count == entropies.count else {
      return .differs(
        "entropy_commits expected \(commits.count) items, got \(entropies.count)")
    }
    for (seat, commit) in commits.enumerated() {
      if entropies[seat].isEmpty, commit == .null || commit == .text("") { continue }
      guard case .text(let expected) = commit else {
        throw VectorFault("'entropy_commits' is not a list of strings")
      }
      let ours = fair.entropyCommit(entropies[seat], seat: SeatIndex(seat))
      let comparison = Comparison("entropy_commits[\(seat)]", ours, expected)
      guard comparison == .met else { return comparison }
    }
    return .met
  }

  /// Compares the deck; nil for any other part.
  private func compare(_ part: String, _ deck: Deck) throws(VectorFault) -> Comparison? {
    switch part {
    case "deck":
      return Comparison(part, deck.faces.map { UInt64($0.index) }, try row.naturals(part))
    case "salts", "leaves":
      let ours = (part == "salts" ? deck.salts : deck.leaves).map { Hexadecimal.text(of: $0) }
      return Comparison(part, ours.map { JSONValue.text($0) }, try row.list(part))
    case "leaves_sha256":
      return Comparison(
        part, fair.hashing.sha256(deck.leaves.flatMap { $0 }), try row.text(part))
    default:
      guard let slot = part.wholeMatch(of: /(?:salt|leaf)(\d+)/).flatMap({ Int($0.1) }) else {
        return nil
      }
      guard deck.faces.indices.contains(slot) else {
        throw VectorFault("'\(part)' is not a slot of the deck")
      }
      let ours = part.hasPrefix("salt") ? deck.salts[slot] : deck.leaves[slot]
      return Comparison(part, ours, try row.text(part))
    }
  }
}

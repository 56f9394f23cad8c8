// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// One row: a seed, a match and what its players gave, to be compared with what they come to.
///
/// A row may be of another stream than the deck's, which its `label` names; then its key is that
/// stream's, and all that is drawn with it. What a row does not say is not checked.
struct FairRow {
  let row: VectorObject
  let fair: FairDeal
  let seed: [UInt8]
  let entropies: [[UInt8]]
  let label: String
  let faces: Int
  let copies: Int
  let epoch: UInt32

  /// What a row is made of; the rest are results.
  static let inputs: Set<String> = [
    "seed", "match_id", "faces", "n", "copies", "epoch", "entropy", "label", "name", "note",
  ]
  /// The longest that two bytes can say.
  private static let longest = Int(UInt16.max)

  /// Checks the row in `value`, number `number` of its file.
  static func check(_ value: JSONValue, number: Int, _ report: inout VectorReport) {
    do throws(VectorFault) {
      let row = try FairRow(try VectorObject(value))
      let name = row.row.has("name") ? try row.row.text("name") : "row \(number)"
      let results = try row.results()
      report.count(name, results.differences)
      for part in results.unknown {
        report.skip("\(name): '\(part)' is nothing this program knows.")
      }
    } catch {
      report.fail("row \(number): \(error).")
    }
  }

  /// The row that `row` is made of.
  ///
  /// - Throws: a fault if a part of it is missing or is not what it must be.
  private init(_ row: VectorObject) throws(VectorFault) {
    self.row = row
    let matchID = try row.text("match_id")
    guard matchID.utf8.count <= Self.longest else { throw VectorFault("'match_id' is too long") }
    fair = FairDeal(matchID: matchID, hashing: .openSSL)
    seed = try Self.bytes(try row.part("seed"), of: "seed")
    guard seed.count == 32 else { throw VectorFault("'seed' is not 64 hexadecimal digits") }
    entropies = try Self.entropies(of: row)
    label = row.has("label") ? try row.text("label") : "deck"
    // A slot is a number of two bytes.
    faces = try row.count(row.has("faces") ? "faces" : "n", in: 1...65536)
    copies = row.has("copies") ? try row.count("copies", in: 1...65536 / faces) : 2
    guard faces * copies <= 65536 else { throw VectorFault("a deck has at most 65536 cards") }
    epoch = row.has("epoch") ? UInt32(try row.count("epoch", in: 0...Int(UInt32.max))) : 0
  }

  /// What each player revealed, nothing where a text is empty, or null.
  ///
  /// Without that part there were no players.
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

  /// The bytes that `value` stands for, a part called `name`.
  private static func bytes(_ value: JSONValue, of name: String) throws(VectorFault) -> [UInt8] {
    guard case .text(let text) = value, let bytes = [UInt8](hexadecimal: text) else {
      throw VectorFault("'\(name)' has other than hexadecimal digits")
    }
    return bytes
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Foundation
import Testing

@Suite("Move table", .timeLimit(.minutes(1)))
struct MoveTableTests {
  private let table = MoveTable.standard

  /// A line of the published table.
  private struct Published {
    var pairs: Int
    var known: Int
    var moves: Set<MoveTable.Move>
    var gain: Double
    var stalemate: Double

    init?(_ line: Substring) {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count == 10, let pairs = Int(cells[0]), let known = Int(cells[1]),
        let gain = Double(cells[5]), let stalemate = Double(cells[9])
      else { return nil }
      self.pairs = pairs
      self.known = known
      self.gain = gain
      self.stalemate = stalemate
      let names: [Substring: MoveTable.Move] = [
        "T": .takeAll, "0": .idle, "1": .newThenKnown, "2": .twoNew,
      ]
      moves = Set([cells[2], cells[3]].compactMap { names[$0] })
    }
  }

  @Test("advises what Zwick and Paterson do, and knows what it is worth")
  func published() throws {
    let url = try #require(
      Bundle.module.url(forResource: "Resources/zwick-paterson", withExtension: "csv"))
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    let published = lines.compactMap { Published($0) }
    #expect(published.count == 90)
    for line in published {
      let advice = table.advice(pairs: line.pairs, known: line.known)
      let state = "\(line.pairs) pairs, \(line.known) known"
      #expect(line.moves.contains(advice.move), "\(state)")
      #expect(abs(advice.gain - line.gain) < 1e-9, "\(state)")
      #expect(abs(advice.stalemate - line.stalemate) < 1e-9, "\(state)")
    }
  }

  @Test("follows their rule for more pairs than they list", arguments: 1...30)
  func rule(pairs: Int) {
    for known in 0..<pairs {
      let expected: MoveTable.Move =
        if pairs == 6, known == 1 {
          .newThenKnown
        } else if !(pairs + known).isMultiple(of: 2), known >= 2, 3 * known >= 2 * (pairs + 1) {
          .idle
        } else if (pairs + known).isMultiple(of: 2), known >= 1 {
          .newThenKnown
        } else {
          .twoNew
        }
      #expect(table.advice(pairs: pairs, known: known).move == expected, "\(known) known")
    }
  }

  @Test("gives the first of many pairs the worth published for it, rounded")
  func manyPairs() {
    let published = [8: -0.033, 10: -0.038, 12: -0.020, 16: -0.018, 20: -0.012]
    for (pairs, gain) in published {
      #expect(abs(table.advice(pairs: pairs, known: 0).gain - gain) <= 0.0005, "\(pairs) pairs")
    }
    // About a quarter of a pair divided by their number, for an odd one; against the first for an
    // even.
    for pairs in 16...32 {
      let scaled = table.advice(pairs: pairs, known: 0).gain * Double(4 * pairs)
      let sign = pairs.isMultiple(of: 2) ? -1.0 : 1.0
      #expect(abs(scaled - sign) < 0.25, "\(pairs) pairs: \(scaled)")
    }
  }

  @Test("sees that both idle in the end more often the more pairs there are")
  func stalemates() {
    let chances = (8...32).map { table.advice(pairs: $0, known: 0).stalemate }
    #expect(abs(chances[0] - 0.7832) < 0.00005 && abs(chances[2] - 0.8669) < 0.00005)
    #expect(chances.allSatisfy { $0 > 0.7 && $0 < 1 })
    #expect((chances.last ?? 0) > 0.99)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import Testing

@Suite("Perfect play", .timeLimit(.minutes(1)))
struct PerfectPlayTests {
  /// The turns expected for each number of pairs, computed exactly by another program.
  private static func rows() throws -> [(pairs: Int, turns: Double)] {
    let url = try #require(
      Bundle.module.url(
        forResource: "solitaire-memory", withExtension: "csv", subdirectory: "Resources"))
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    let table = lines.filter { !$0.hasPrefix("#") }.dropFirst()
    return try table.map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      let fraction = cells[1].split(separator: "/").compactMap { Double($0) }
      let turns = fraction.count == 2 ? fraction[0] / fraction[1] : fraction.first
      return (try #require(Int(cells[0])), try #require(turns))
    }
  }

  @Test("needs as many turns as the exact table says")
  func table() throws {
    let rows = try Self.rows()
    #expect(rows.count == 12)
    for row in rows {
      let turns = PerfectPlay.expectedTurns(pairs: row.pairs)
      #expect(abs(turns - row.turns) < 1e-9, "\(row.pairs) pairs: \(turns), not \(row.turns)")
    }
  }

  @Test("needs 28.5 turns for 18 pairs, one for one, and none for none")
  func known() {
    #expect(abs(PerfectPlay.expectedTurns(pairs: 18) - 28.533182) < 1e-6)
    #expect(abs(PerfectPlay.expectedTurns(pairs: 32) - 51.126048) < 1e-6)
    #expect(PerfectPlay.expectedTurns(pairs: 1) == 1)
    #expect(PerfectPlay.expectedTurns(pairs: 0) == 0)
    #expect(PerfectPlay.expectedTurns(pairs: -3) == 0)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lab
import Testing

/// Fewer games a row than `scripts/lab fairness-table` has: enough for the far tail to stand still.
@Suite("Fairness table", .timeLimit(.minutes(3)))
struct FairnessTableTests {
  private static let games = 1000

  /// What our rule has to reach: round trip, how late honest presses are judged at p95 and p99, and
  /// the gain of a cheat over an honest round trip.
  private static let targets = [
    (20, 5.0, 70.0, 60.0), (80, 5, 70, 60), (200, 10, 170, 60), (400, 65, 360, 60),
  ]

  private func row(_ rule: CreditRule, _ rows: [FairnessTable.Row]) throws -> FairnessTable.Row {
    try #require(rows.first { $0.rule == rule })
  }

  @Test("ours costs honest players nearly nothing and brings a cheat little", arguments: targets)
  func ours(roundTrip: Int, p95: Double, p99: Double, gain: Double) throws {
    let rows = FairnessTable(games: Self.games).rows(roundTripMilliseconds: roundTrip)
    let ours = try row(.ours, rows)
    #expect(ours.honestP95 <= p95)
    #expect(ours.honestP99 <= p99)
    #expect(ours.gainA <= gain)
    #expect(ours.gainB <= 230)

    // The others miss on one side or the other, so the targets tell good from bad.
    let none = try row(.none, rows)
    #expect(none.honestP95 > p95 && none.gainA <= 0)
    #expect(try row(.trust, rows).gainA > 4_000)
    #expect(try row(.chess, rows).gainA > gain)
    #expect(try row(.loose, rows).gainA > ours.gainA)
    #expect(try row(.tight, rows).honestP99 > ours.honestP99)
  }

  @Test("is the same every time, and its lines have the columns of its head")
  func format() {
    let table = FairnessTable(games: 2)
    let lines = table.rows(roundTripMilliseconds: 80).map(\.description)
    #expect(lines == table.rows(roundTripMilliseconds: 80).map(\.description))
    #expect(
      lines.map { $0.prefix { $0 != "," } } == ["none", "tight", "ours", "loose", "chess", "trust"])
    let columns = FairnessTable.header.split(separator: ",").count
    #expect(lines.allSatisfy { $0.split(separator: ",").count == columns })
  }
}

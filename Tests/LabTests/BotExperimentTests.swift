// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Foundation
import Testing

@testable import Lab

/// Few matches per figure, so errors are large; `scripts/lab bots` measures for real.
@Suite("Strength of bots", .timeLimit(.minutes(2)))
struct BotExperimentTests {
  private func level(_ name: String) throws -> BotLevel { try #require(BotLevel.named(name)) }

  /// The expected and the maximum number of turns with perfect memory, by pairs.
  private func solitaire() throws -> [Int: (turns: Double, most: Int)] {
    let url = try #require(
      Bundle.module.url(forResource: "Resources/solitaire-memory", withExtension: "csv"))
    var table: [Int: (Double, Int)] = [:]
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count == 9, let pairs = Int(cells[0]), let turns = Double(cells[2]),
        let most = Int(cells[8])
      else { continue }
      table[pairs] = (turns, most)
    }
    return table
  }

  @Test(
    "a bot with perfect memory needs as many turns alone as theory predicts",
    arguments: [(2, 300), (3, 300), (5, 200), (8, 150), (12, 80), (18, 50), (32, 20)])
  func alone(pairs: Int, games: Int) async throws {
    let expected = try #require(try solitaire()[pairs])
    let perfect = try level("perfect")
    var turns = Mean()
    for game in 0..<games {
      let count = BotMatch.play([perfect], pairs: pairs, seed: UInt64(game)).turns
      #expect((pairs...expected.most).contains(count))
      turns.add(Double(count))
      await Task.yield()
    }
    #expect(abs(turns.value - expected.turns) < 3 * turns.error)
  }

  @Test("a bot without memory needs the square of the number of pairs")
  func goldfish() async throws {
    let goldfish = BotExperiment(try level("goldfish"), alone: [6], seed: 1)
    let turns = try await goldfish.measured(trials: 60).turns[0]
    #expect(abs(turns.value - 36) < 3 * turns.error)
  }

  @Test("of two bots with perfect memory the first gains what the table predicts", arguments: 2...4)
  func gain(pairs: Int) async throws {
    let perfect = try level("perfect")
    var gain = Mean()
    for game in 0..<250 {
      let won = BotMatch.play([perfect, perfect], pairs: pairs, seed: UInt64(game)).pairs
      #expect(won.reduce(0, +) == pairs)
      gain.add(Double(won[0] - won[1]))
      await Task.yield()
    }
    let expected = MoveTable.standard.advice(pairs: pairs, known: 0).gain
    #expect(abs(gain.value - expected) < 3 * gain.error)
  }

  @Test("each level beats the one two below", arguments: 2..<BotLevel.all.count)
  func order(index: Int) async throws {
    var score = Mean()
    let levels = [BotLevel.all[index], BotLevel.all[index - 2]]
    for game in 0..<30 {
      let isFirst = game.isMultiple(of: 2)
      let won = BotMatch.play(isFirst ? levels : levels.reversed(), pairs: 12, seed: UInt64(game))
        .pairs
      let lead = isFirst ? won[0] - won[1] : won[1] - won[0]
      score.add(lead > 0 ? 1 : lead == 0 ? 0.5 : 0)
      await Task.yield()
    }
    #expect(score.value > 0.5)
  }

  @Test(
    "the same seed gives the same match card by card, another seed another", arguments: BotLevel.all
  )
  func reproducible(level: BotLevel) {
    let levels = [level, .medium]
    let match = BotMatch.play(levels, pairs: 6, seed: 4)
    #expect(BotMatch.play(levels, pairs: 6, seed: 4) == match)
    #expect(BotMatch.play(levels, pairs: 6, seed: 5) != match)
  }

  @Test("the table has a row for each level with its figures")
  func table() async throws {
    let table = BotExperiment.all(alone: [2, 3], pairs: 3, seed: 1)
    #expect(
      table[0].header
        == "level,turns_2,error_2,turns_3,error_3,against,beats_percent,error_percent")
    #expect(table.map(\.bot.name).starts(with: BotLevel.all.map(\.name)))
    let lines = try await table[0].measured(trials: 4).rows + table[1].measured(trials: 4).rows
    #expect(lines[0].hasPrefix("goldfish,") && lines[0].hasSuffix(",,,"))
    let cells = lines[1].split(separator: ",")
    #expect(cells.count == 8 && cells[5] == "goldfish")
    let score = try #require(Double(cells[6]))
    #expect((0...100).contains(score) && score.truncatingRemainder(dividingBy: 12.5) == 0)
  }
}

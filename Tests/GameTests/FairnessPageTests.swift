// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import Testing
import Wire

@Suite("The bytes of docs/fairness.md", .timeLimit(.minutes(1)))
struct FairnessPageTests {
  private static let page = Result {
    try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../docs/fairness.md").standardized, encoding: .utf8)
  }

  private let deal = FairDeal(matchID: "match-0001", hashing: .openSSL)
  private let seed = Array(UInt8(0)..<32)
  private let entropies = [Array(UInt8(32)..<64), Array(UInt8(64)..<96)]

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("match the deal of its example")
  func example() throws {
    let page = try Self.page.get()
    let deck = deal.deck(seed: seed, entropies: entropies, pairs: 4)
    let key = deal.key("deck", seed: seed, entropies: entropies, pairs: 4)
    var stream = deal.stream("deck", seed: seed, entropies: entropies, pairs: 4)
    let lines = [
      "seed               \(hex(seed))",
      "share of seat 0    \(hex(entropies[0]))",
      "share of seat 1    \(hex(entropies[1]))",
      "seed commitment    \(hex(deal.seedCommit(seed)))",
      "commitment 0       \(hex(deal.entropyCommit(entropies[0], seat: SeatIndex(0))))",
      "commitment 1       \(hex(deal.entropyCommit(entropies[1], seat: SeatIndex(1))))",
      "key of the deck    \(hex(key))",
      "first words        \(stream.nextWord()) \(stream.nextWord()) \(stream.nextWord())",
      "deck by slot       \(deck.faces.map { "\($0.index)" }.joined(separator: " "))",
      "salt of slot 0     \(hex(deck.salts[0]))",
      "leaf of slot 0     \(hex(deck.leaves[0]))",
    ]
    for line in lines {
      #expect(page.contains("    \(line)\n"), "The page lacks: \(line)")
    }
  }
}

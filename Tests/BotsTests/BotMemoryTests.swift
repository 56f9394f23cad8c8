// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import Bots

@Suite("Bot memory", .timeLimit(.minutes(1)))
struct BotMemoryTests {
  private let card = CardID(generation: 1, slot: 0)

  /// How many of a thousand memories still hold the card after `ages` further cards, if it was seen
  /// `sightings` times in a row.
  private func minds(halfLife: Double, sightings: Int = 1, ages: Int) -> Int {
    (0..<1_000).count { seed in
      var dice = BotRandom(seed: UInt64(seed))
      var memory = BotMemory(halfLife: halfLife)
      memory.age()
      for _ in 0..<sightings { memory.note(card, Face(3), with: &dice) }
      for _ in 0..<ages { memory.age() }
      return memory.face(of: card) == Face(3)
    }
  }

  @Test(
    "half of all memories outlast the half-life, a third twice that, a tenth nine times that",
    arguments: [2.5, 6, 12, 30, 90])
  func powerLaw(halfLife: Double) {
    for factor in [1.0, 2, 9] {
      let ages = Int(halfLife * factor)
      let share = 1 / (1 + Double(ages) / halfLife)
      let error = (share * (1 - share) / 1_000).squareRoot()
      #expect(abs(Double(minds(halfLife: halfLife, ages: ages)) / 1_000 - share) < 3 * error)
    }
  }

  @Test("a half-life of 0 remembers nothing, an infinite one everything")
  func extremes() {
    #expect(minds(halfLife: 0, sightings: 9, ages: 0) == 0)
    #expect(minds(halfLife: .infinity, ages: 10_000) == 1_000)
  }

  @Test("what was seen before lasts longer, up to four times as long")
  func firmness() {
    /// The share of memories drawn at a card's last sighting alone that outlast the half-life.
    func share(before: Int) -> Double {
      let outlasting = (0..<2_000).count { seed in
        var dice = BotRandom(seed: UInt64(seed))
        var memory = BotMemory(halfLife: 10)
        for _ in 0..<before { memory.note(card, Face(0), with: &dice) }
        // Long enough that none of those lasts.
        while memory.face(of: card) != nil { for _ in 0..<1_000 { memory.age() } }
        memory.note(card, Face(0), with: &dice)
        for _ in 0..<10 { memory.age() }
        return memory.face(of: card) != nil
      }
      return Double(outlasting) / 2_000
    }
    for (before, firmness) in [(0, 1.0), (1, 1.5), (2, 2), (4, 3), (6, 4), (9, 4)] {
      let expected = firmness / (firmness + 1)
      let error = (expected * (1 - expected) / 2_000).squareRoot()
      #expect(abs(share(before: before) - expected) < 3 * error, "\(before) times before")
    }
  }

  @Test("seeing a card again never shortens what is left of it", arguments: 0..<100)
  func longer(seed: UInt64) {
    var dice = BotRandom(seed: seed)
    var memory = BotMemory(halfLife: 5)
    memory.note(card, Face(0), with: &dice)
    var again = memory
    again.note(card, Face(0), with: &dice)
    for _ in 0..<200 {
      memory.age()
      again.age()
      #expect(memory.face(of: card) == nil || again.face(of: card) != nil)
    }
  }

  @Test("cards that have left the table are forgotten")
  func dropping() {
    let other = CardID(generation: 1, slot: 1)
    var dice = BotRandom(seed: 1)
    var memory = BotMemory(halfLife: .infinity)
    memory.note(card, Face(0), with: &dice)
    memory.note(other, Face(1), with: &dice)
    memory.drop(card)
    #expect(memory.face(of: card) == nil && memory.face(of: other) == Face(1))
    memory.dropAll()
    #expect(memory.face(of: other) == nil)
  }
}

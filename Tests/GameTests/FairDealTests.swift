// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing
import Wire

@Suite("Fair deal", .timeLimit(.minutes(1)))
struct FairDealTests {
  @Test("gives each label a stream of its own")
  func labels() {
    let fair = FairDeal(matchID: "m", hashing: .toy)
    let labels = ["deck", "seats", "theme", "shuffle/0", "shuffle/1"]
    let keys = labels.map { fair.key($0, seed: [1], entropies: [[2], []], pairs: 8) }
    #expect(Set(keys).count == labels.count)
  }

  @Test("changes with the match, the seed and every player's share, and where one share ends")
  func dependence() {
    func key(_ id: String, _ seed: [UInt8], _ entropies: [[UInt8]]) -> [UInt8] {
      FairDeal(matchID: id, hashing: .openSSL)
        .key("deck", seed: seed, entropies: entropies, pairs: 8)
    }
    let keys = [
      key("m", [1], [[2, 3], [4]]), key("n", [1], [[2, 3], [4]]), key("m", [0], [[2, 3], [4]]),
      key("m", [1], [[2], [3, 4]]), key("m", [1], [[2, 3], [4], []]),
      key("m", [1], [[4], [2, 3]]),
    ]
    #expect(Set(keys).count == keys.count)
  }
}

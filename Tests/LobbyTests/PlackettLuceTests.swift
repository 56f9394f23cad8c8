// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import MatchFixtures
import Testing

@Suite("Plackett-Luce", .timeLimit(.minutes(1)))
struct PlackettLuceTests {
  private let model = PlackettLuce()

  @Test("moves equals alike, the better up and the worse down, however far apart they are")
  func sense() {
    let tie = model.rate([Rating(), Rating()], ranks: [1, 1])
    #expect(tie[0] == tie[1] && abs(tie[0].mu - 25) < 1e-12 && tie[0].sigma < Rating().sigma)
    for gap in [0.0, 10, 1_000, 1e6, -1e6] {
      let before = [Rating(mu: 25 + gap, sigma: 2), Rating(mu: 25, sigma: 2)]
      for ranks in [[1, 2], [2, 1]] {
        let after = model.rate(before, ranks: ranks)
        let rises = after[0].mu - before[0].mu
        #expect(ranks[0] == 1 ? rises >= 0 : rises <= 0)
      }
    }
  }

  /// Players and ranks drawn by a stream.
  private func table(_ stream: inout RandomStream) -> (players: [Rating], ranks: [Int]) {
    let count = 2 + Int(stream.below(7))
    let players = (0..<count).map { _ in
      Rating(
        mu: Double(stream.below(2_000_000)) - 1_000_000,
        sigma: 0.001 + Double(stream.below(1_000_000)) / 1000)
    }
    return (players, (0..<count).map { _ in 1 + Int(stream.below(UInt64(count))) })
  }

  @Test("never gives NaN or a sigma of 0, at tables of up to eight")
  func finite() {
    var stream = RandomStream(key: [1], hashing: .toy)
    for _ in 0..<300 {
      let (players, ranks) = table(&stream)
      let after = model.rate(players, ranks: ranks)
      #expect(after.count == players.count)
      #expect(after.allSatisfy { $0.mu.isFinite && $0.sigma.isFinite && $0.sigma > 0 })
    }
  }

  @Test("does not care in which order players are named, nor by which numbers they are ranked")
  func permutation() {
    var stream = RandomStream(key: [2], hashing: .toy)
    for _ in 0..<100 {
      let (players, ranks) = table(&stream)
      let after = model.rate(players, ranks: ranks)
      var order = Array(players.indices)
      stream.shuffle(&order)
      let other = model.rate(
        order.map { players[$0] }, ranks: order.map { ranks[$0] * 10 - 100 })
      for (place, player) in order.enumerated() {
        let (ours, theirs) = (other[place], after[player])
        #expect(abs(ours.mu - theirs.mu) <= 1e-9 * max(1, abs(theirs.mu)))
        #expect(abs(ours.sigma - theirs.sigma) <= 1e-9 * max(1, abs(theirs.sigma)))
      }
    }
  }

  @Test("makes no rating less certain after a match of almost certain players")
  func learning() {
    let players = (0..<8).map { Rating(mu: 25 + Double($0), sigma: 6) }
    let after = model.rate(players, ranks: Array(1...8))
    #expect(zip(after, players).allSatisfy { $0.sigma < $1.sigma })
    #expect(after[0].mu > players[0].mu && after[7].mu < players[7].mu)
  }

  @Test("a match of one leaves the mean alone")
  func alone() {
    #expect(model.rate([Rating()], ranks: [1])[0].mu == 25)
    #expect(model.rate([], ranks: []) == [])
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Updates ratings from the result of one match.
///
/// Weng and Lin's Bayesian approximation for the Plackett-Luce model ("A Bayesian Approximation
/// Method for Online Ranking", JMLR 12, 2011, algorithm 4), one player a side. The model draws a
/// ranking from the top down, each time in proportion to strength among the players left; tied
/// players share a draw.
package struct PlackettLuce: Sendable {
  /// The spread of a single performance: how much luck a match involves.
  package var beta = 25.0 / 6
  /// How much a player's strength may have changed since their last match.
  package var tau = 25.0 / 300
  /// The smallest factor by which a match shrinks a variance.
  package var kappa = 1e-4

  /// The model with the default parameters.
  package init() {}

  /// The players' ratings after a match.
  ///
  /// - Parameters:
  ///   - before: their ratings before it.
  ///   - ranks: the rank of each, 1 for the best; equal ranks are ties.
  /// - Returns: their ratings after it, in the same order. A match of one only changes the
  ///   uncertainty.
  package func rate(_ before: [Rating], ranks: [Int]) -> [Rating] {
    precondition(before.count == ranks.count, "Each player of a match has one rank.")
    let variances = before.map { $0.sigma * $0.sigma + tau * tau }
    let c = variances.reduce(0) { $0 + $1 + beta * beta }.squareRoot()
    let draws = zip(before, ranks).map { Draw(of: $1, among: before, ranks: ranks, c: c) }
    return before.indices.map { player in
      var omega = 0.0
      var delta = 0.0
      for (index, draw) in draws.enumerated() where ranks[index] <= ranks[player] {
        let chance = draw.chance(of: before[player], c: c)
        omega += ((index == player ? 1 : 0) - chance) / draw.shares
        delta += chance * (1 - chance) / draw.shares
      }
      let variance = variances[player]
      let gamma = variance.squareRoot() / c
      let factor = max(1 - variance / (c * c) * gamma * delta, kappa)
      return Rating(
        mu: before[player].mu + variance / c * omega, sigma: (variance * factor).squareRoot())
    }
  }

  /// One draw of the ranking: a player wins against all players left.
  private struct Draw {
    /// How many players share the rank.
    let shares: Double
    /// The highest mean among the players left.
    ///
    /// It is subtracted from every exponent: only ratios count, nothing overflows, and the sum is
    /// at least 1.
    private let largest: Double
    private let sum: Double

    init(of rank: Int, among players: [Rating], ranks: [Int], c: Double) {
      let left = zip(players, ranks).filter { $1 >= rank }.map(\.0.mu)
      let largest = left.max() ?? 0
      self.largest = largest
      shares = Double(ranks.count { $0 == rank })
      sum = left.reduce(0) { $0 + exp(($1 - largest) / c) }
      assert(sum >= 1, "The strongest player left contributes 1 to the sum.")
    }

    /// The probability that `player`, one of those left, was drawn.
    func chance(of player: Rating, c: Double) -> Double { exp((player.mu - largest) / c) / sum }
  }
}

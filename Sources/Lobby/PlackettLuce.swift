// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How one match changes what is believed of its players.
///
/// Weng and Lin's Bayesian approximation for the Plackett-Luce model ("A Bayesian Approximation
/// Method for Online Ranking", JMLR 12, 2011, algorithm 4), one player a side. The model sees a
/// ranking as drawn from the best down, each time in proportion to strength among those that are
/// left; equal ranks share a draw.
public struct PlackettLuce: Sendable {
  /// How much chance a match leaves: the spread of one performance.
  public var beta = 25.0 / 6
  /// How much a strength may have changed since the last match.
  public var tau = 25.0 / 300
  /// What a variance is never multiplied by less than.
  public var kappa = 1e-4

  /// The model with the house's figures.
  public init() {}

  /// The players' ratings after a match.
  ///
  /// - Parameters:
  ///   - before: their ratings before it.
  ///   - ranks: the rank of each, the lowest the best; equal ranks are ties.
  /// - Returns: their ratings after it, in the same order. A match of one changes nothing but how
  ///   unsure its rating is.
  public func rate(_ before: [Rating], ranks: [Int]) -> [Rating] {
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
  /// One draw of the ranking: of those that are left when a player comes out.
  private struct Draw {
    /// How many came out with the player, on one rank.
    let shares: Double
    /// The strongest of those left.
    ///
    /// Powers are taken less it: only their ratios count, none overflows, and their sum is never
    /// nothing.
    private let largest: Double
    private let sum: Double

    /// The draw of a player on `rank`.
    init(of rank: Int, among players: [Rating], ranks: [Int], c: Double) {
      let left = zip(players, ranks).filter { $1 >= rank }.map(\.0.mu)
      let largest = left.max() ?? 0
      self.largest = largest
      shares = Double(ranks.count { $0 == rank })
      sum = left.reduce(0) { $0 + exp(($1 - largest) / c) }
    }

    /// How likely `player`, one of those left, was to come out.
    func chance(of player: Rating, c: Double) -> Double { exp((player.mu - largest) / c) / sum }
  }
}

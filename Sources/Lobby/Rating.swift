// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// An estimate of a player's strength: a normal distribution.
package struct Rating: Hashable, Sendable {
  /// The mean of the estimate.
  package var mu: Double
  /// Its standard deviation.
  package var sigma: Double

  /// A rating; by default that of a new player.
  package init(mu: Double = 25, sigma: Double = 25.0 / 3) {
    self.mu = mu
    self.sigma = sigma
  }

  /// The rating as shown and ranked: mu - 3 sigma, which the true strength almost surely exceeds.
  package var shown: Double { mu - 3 * sigma }
}

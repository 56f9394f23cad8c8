// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What is believed of a player's strength: a normal distribution.
public struct Rating: Hashable, Sendable {
  /// The middle of what is believed.
  public var mu: Double
  /// How unsure that is, its standard deviation.
  public var sigma: Double

  /// A rating; that of a player of whom nothing is known where nothing is said.
  public init(mu: Double = 25, sigma: Double = 25.0 / 3) {
    self.mu = mu
    self.sigma = sigma
  }

  /// What is shown and ranked by: the player is almost surely stronger than this.
  public var shown: Double { mu - 3 * sigma }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How well a bot remembers.
///
/// A card shown stays in mind for a lifetime drawn anew each time, counted in further cards shown:
/// old things are pushed out by new ones, by a power law, as in people.
public struct BotLevel: Hashable, Sendable {
  /// Median lifetime of a memory, in cards shown since.
  public var halfLife: Double
  /// Chance of noticing a card somebody else turns.
  public var attention: Double
  /// Chance of turning a neighbour of the card meant.
  public var slip: Double

  /// A level with all its parts.
  public init(halfLife: Double, attention: Double, slip: Double) {
    self.halfLife = halfLife
    self.attention = attention
    self.slip = slip
  }

  /// An attentive adult's game.
  public static let medium = BotLevel(halfLife: 12, attention: 0.95, slip: 0.04)
}

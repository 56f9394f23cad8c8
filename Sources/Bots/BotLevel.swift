// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How well a bot remembers, and how it uses what it remembers.
///
/// `BotMemory` describes the model of forgetting.
package struct BotLevel: Hashable, Sendable {
  /// Which card a bot turns second if it does not remember the mate of the first.
  package enum SecondCard: Hashable, Sendable {
    /// Always an unknown card: the fewest turns when playing alone.
    case new
    /// Whatever ``MoveTable`` advises, against others and alone.
    case byTable
    /// Whatever ``MoveTable`` advises against others; an unknown card when alone.
    case byTableAgainstOthers
  }

  /// The name by which people choose it.
  package let name: String
  /// A summary of its strength, in a few words that follow its name.
  package let summary: String
  /// The median lifetime of a first memory, in cards shown since; infinity to never forget.
  package let halfLife: Double
  /// The chance of noticing a card that somebody else turns.
  package let attention: Double
  /// The chance of turning a neighbour of the card it aims for.
  package let slip: Double
  /// Which card it turns second.
  package let secondCard: SecondCard

  /// A level with all its parts.
  package init(
    name: String, summary: String = "", halfLife: Double, attention: Double = 1, slip: Double = 0,
    secondCard: SecondCard = .new
  ) {
    self.name = name
    self.summary = summary
    self.halfLife = halfLife
    self.attention = attention
    self.slip = slip
    self.secondCard = secondCard
  }

  /// All levels, weakest first; docs/bots.md has their measured strengths.
  package static let all: [BotLevel] = [
    BotLevel(name: "goldfish", summary: "remembers nothing", halfLife: 0),
    BotLevel(
      name: "easy", summary: "remembers a turn or so", halfLife: 2.5, attention: 0.7, slip: 0.1),
    BotLevel(
      name: "casual", summary: "remembers a few turns", halfLife: 6, attention: 0.85, slip: 0.06),
    medium,
    BotLevel(name: "hard", summary: "forgets slowly", halfLife: 30, slip: 0.02),
    BotLevel(
      name: "expert", summary: "hardly forgets, and plans", halfLife: 90, secondCard: .byTable),
    BotLevel(
      name: "perfect", summary: "forgets nothing, and plans", halfLife: .infinity,
      secondCard: .byTableAgainstOthers),
  ]

  /// The default level.
  package static let medium = BotLevel(
    name: "medium", summary: "remembers several turns", halfLife: 12, attention: 0.95, slip: 0.04)

  /// The level with a name, or nil.
  package static func named(_ name: String) -> BotLevel? { all.first { $0.name == name } }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How well a bot remembers, and what it makes of it.
///
/// `BotMemory` says how what is shown is forgotten.
public struct BotLevel: Hashable, Sendable {
  /// What a bot turns second, when it does not know the mate of the first.
  public enum SecondCard: Hashable, Sendable {
    /// Always a card it does not know: the fewest turns for one who plays alone.
    case new
    /// What ``MoveTable`` says, against others and alone.
    case byTable
    /// What ``MoveTable`` says against others, and a card it does not know when alone.
    case byTableAgainstOthers
  }

  /// The name people choose it by.
  public let name: String
  /// What to expect of it, for people who choose: a few words that go on after its name.
  public let summary: String
  /// Median lifetime of a first memory, in cards shown since; infinite for one that never forgets.
  public let halfLife: Double
  /// Chance of noticing a card somebody else turns.
  public let attention: Double
  /// Chance of turning a neighbour instead of a remembered card it goes for.
  public let slip: Double
  /// What it turns second.
  public let secondCard: SecondCard

  /// A level with all its parts.
  public init(
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

  /// Every level people can choose, the weakest first; docs/bots.md has their measured strengths.
  public static let all: [BotLevel] = [
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

  /// The level where nobody chose one.
  public static let medium = BotLevel(
    name: "medium", summary: "remembers several turns", halfLife: 12, attention: 0.95, slip: 0.04)

  /// The level of a name; nil if none has it.
  public static func named(_ name: String) -> BotLevel? { all.first { $0.name == name } }
}

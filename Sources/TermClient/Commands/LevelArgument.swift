// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import ArgumentParser
public import Bots

/// How well bots play.
struct LevelArgument: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How well bots play.",
      discussion: BotLevel.all.map { Wording.level($0) }.joined(separator: "\n"))
  )
  var level = BotLevel.medium
}

extension BotLevel: ExpressibleByArgument {
  /// The level of that name; nil if none has it.
  public init?(argument: String) {
    guard let level = BotLevel.named(argument.lowercased()) else { return nil }
    self = level
  }

  /// What help says of it.
  public var defaultValueDescription: String { name }

  /// What help and completion offer, and what a mistake is answered with.
  public static var allValueStrings: [String] { all.map(\.name) }
}

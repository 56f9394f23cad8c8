// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import ArgumentParser
public import Bots

/// The option for the level of bots.
struct LevelArgument: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How well bots play.",
      discussion: BotLevel.all.map { Wording.level($0) }.joined(separator: "\n"))
  )
  var level = BotLevel.medium
}

extension BotLevel: ExpressibleByArgument {
  /// The level of that name, ignoring case.
  public init?(argument: String) {
    guard let level = BotLevel.named(argument.lowercased()) else { return nil }
    self = level
  }

  /// The default as help shows it.
  public var defaultValueDescription: String { name }

  /// The names offered by help, completion and errors.
  public static var allValueStrings: [String] { all.map(\.name) }
}

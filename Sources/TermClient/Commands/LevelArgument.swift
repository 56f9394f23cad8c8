// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
package import Bots
import Cells
import MatchUI

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
  package init?(argument: String) {
    guard let level = BotLevel.named(argument.lowercased()) else { return nil }
    self = level
  }

  /// The default as help shows it.
  package var defaultValueDescription: String { name }

  /// The names offered by help, completion and errors.
  package static var allValueStrings: [String] { all.map(\.name) }
}

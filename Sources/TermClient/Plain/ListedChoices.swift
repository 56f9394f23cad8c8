// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// The numbered choices as last listed to the player.
///
/// Choices may change while somebody types. A number is accepted only while the choices are those
/// that were listed, so it never does anything the player has not read.
struct ListedChoices: Hashable, Sendable {
  /// The meaning of a typed line.
  enum Answer: Hashable, Sendable {
    /// The number of a choice.
    case action(TableAction)
    /// A number, but the choices have changed: the sentence lists them again.
    case outdated(String)
    /// Not the number of a choice.
    case notOne
  }

  private var listed: [TableAction]?

  /// Records that these choices are listed to the player.
  ///
  /// - Returns: the sentence that lists them.
  @discardableResult
  mutating func list(_ choices: PlainChoices) -> String {
    listed = choices.actions
    return choices.sentence
  }

  /// The meaning of a typed line while these are the choices.
  mutating func answer(_ line: String, _ choices: PlainChoices) -> Answer {
    guard Int(line.harmless(limit: 4)) != nil else { return .notOne }
    guard listed == choices.actions else {
      let isFirst = listed == nil
      let sentence = list(choices)
      return .outdated(
        isFirst ? sentence : "The choices have changed, so nothing was done. \(sentence)")
    }
    return choices.action(line).map { .action($0) } ?? .notOne
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalUI

/// A question about the table, for players who cannot see it.
enum PlainQuestion: Hashable, Sendable, CaseIterable {
  /// Which cards lie where.
  case board
  /// Everyone's points and pairs.
  case score
  /// The current turn and the time left.
  case turn
  /// The actions open to the player now.
  case choices

  /// The question a typed line asks, ignoring case; nil if it is not a question.
  init?(_ line: String) {
    switch line.harmless(limit: 40).lowercased() {
    case "look", "board": self = .board
    case "score", "scores": self = .score
    case "turn", "time": self = .turn
    case "choices", "what": self = .choices
    default: return nil
    }
  }
}

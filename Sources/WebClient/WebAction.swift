// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import MatchUI
import Protocol

/// What the player of a page asks for, as its script says it: a number, and another or a text.
package enum WebAction: Hashable, Sendable {
  /// At the table, as in the terminal.
  case table(TableAction)
  /// Enter the room with this code.
  case join(code: String, Role)
  /// Open a table of this many pairs for two.
  case create(pairs: Int)
  /// Leave the room.
  case leave

  /// The action with a number; nil for one that there is not.
  ///
  /// - Parameters:
  ///   - kind: which action; docs/web.md has the table.
  ///   - argument: a place, a seat, a level, a reaction or a number of pairs.
  ///   - text: a room code.
  package init?(kind: Int, argument: Int, text: String) {
    switch kind {
    case 0: self = .table(.choose(place: argument))
    case 1: self = .table(.deal)
    case 2: self = .table(.shuffle)
    case 3: self = .table(.ready)
    case 4: self = .table(.restart)
    case 5: self = .table(.rematch)
    case 6: self = .leave
    case 7: self = .table(.addBot(text))
    case 8: self = .table(.remove(SeatIndex(argument)))
    case 9: self = .table(.react(argument))
    case 10: self = .create(pairs: argument)
    case 11: self = .join(code: text, .player)
    case 12: self = .join(code: text, .spectator)
    default: return nil
    }
  }
}

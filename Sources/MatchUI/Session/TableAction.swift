// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A player's action at the table, given by key, click or typed command.
package enum TableAction: Hashable, Sendable {
  /// Move the cursor by one place.
  case move(Direction)
  /// Point at a place without turning its card.
  case point(place: Int)
  /// Turn the card at a place.
  case choose(place: Int)
  /// Deal the deck.
  case deal
  /// Shuffle the cards.
  case shuffle
  /// Get ready.
  case ready
  /// Ask for a restart of this match.
  case restart
  /// Start the next match after this one has ended.
  case rematch
  /// Save the replay of the match that has ended.
  case save
  /// Copy the link that others enter the room by; after a match, its result.
  case copy
  /// Leave the room.
  case leave
  /// Show the help.
  case help
  /// Show a question before an action.
  case confirm
  /// Show a question about a seat.
  case askForChoice
  /// Remove a seat's player.
  case remove(SeatIndex)
  /// Add a bot of this level.
  case addBot(String)
  /// Explain why an action is not possible.
  case explain(RefusalCode)
  /// Show a reaction, by its index.
  case react(Int)
  /// Close what is open over the table.
  case dismiss
  /// Redraw the screen.
  case redraw

  /// A direction of the cursor.
  package enum Direction: Hashable, Sendable, CaseIterable {
    case up
    case down
    case left
    case right
  }
}

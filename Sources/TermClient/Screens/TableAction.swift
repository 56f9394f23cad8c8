// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// What a player wants at the table, however it was said: by key, click or typed line.
enum TableAction: Hashable, Sendable {
  /// The cursor should go one place further.
  case move(Direction)
  /// The card on a place should be turned.
  case choose(place: Int)
  /// The deck should be dealt.
  case deal
  /// The cards should be shuffled.
  case shuffle
  /// The player is ready.
  case ready
  /// This match should end and the next begin.
  case restart
  /// The next match should begin after this one.
  case rematch
  /// The match that has ended should be kept as a file.
  case save
  /// The player wants out.
  case leave
  /// The keys or commands should be explained.
  case help
  /// What the player wants should be asked about first.
  case confirm
  /// It should be asked which bot takes a seat, or whose seat is given away.
  case askAboutSeat
  /// The player of a seat should go.
  case remove(SeatIndex)
  /// A bot of a level should take a seat.
  case addBot(String)
  /// What is wanted is not to be had, and why.
  case explain(RefusalCode)
  /// A feeling should be shown, by its place among all there are.
  case react(Int)
  /// What lies over the table should go.
  case dismiss
  /// Everything should be drawn anew.
  case redraw

  /// Where to.
  enum Direction: Hashable, Sendable, CaseIterable {
    case up
    case down
    case left
    case right
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A key pressed, or a click: what a terminal's input comes to.
enum Key: Hashable, Sendable {
  /// A character was typed, space included.
  case character(Character)
  /// Ctrl with a letter, given in lower case.
  case control(Character)
  case enter
  case tab
  case backTab
  case escape
  case backspace
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  /// The left button went down on a cell, both counted from 0.
  case press(column: Int, row: Int)
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A key pressed, or what was done with the mouse: what a terminal's input comes to.
enum Key: Hashable, Sendable {
  /// A character was typed, space included.
  case character(Character)
  /// Ctrl with a letter, given in lower case, or with a backslash.
  case control(Character)
  case enter
  case tab
  case backTab
  case escape
  case backspace
  case delete
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
  /// The pointer came to a cell, whatever buttons are down.
  case hover(column: Int, row: Int)
  /// The wheel was turned away from the person, over a cell.
  case wheelUp(column: Int, row: Int)
  /// The wheel was turned towards the person, over a cell.
  case wheelDown(column: Int, row: Int)
  /// Text was pasted: one line, at most `KeyParser.pasteLimit` bytes, nothing that controls a
  /// terminal.
  case paste(String)
}

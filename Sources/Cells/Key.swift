// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A key press, mouse action or paste, decoded from a terminal's input.
package enum Key: Hashable, Sendable {
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
  /// The left button was pressed on a cell; column and row are counted from 0.
  case press(column: Int, row: Int)
  /// The pointer moved to a cell, with or without buttons.
  case hover(column: Int, row: Int)
  /// The wheel was turned away from the user, over a cell.
  case wheelUp(column: Int, row: Int)
  /// The wheel was turned towards the user, over a cell.
  case wheelDown(column: Int, row: Int)
  /// Text was pasted: one line, at most `KeyParser.pasteLimit` bytes, without control characters.
  case paste(String)
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// A full-screen view such as a menu: draws itself and handles keys until it returns an outcome.
package protocol InteractiveScreen<ScreenStyle> {
  /// The style it is drawn in.
  associatedtype ScreenStyle: DisplayStyle
  /// The result of the screen.
  associatedtype Outcome: Sendable
  /// Draws its current content.
  mutating func frame(_ style: ScreenStyle, in size: WindowSize, at now: DisplayTime) -> Frame
  /// Handles a key or a click.
  ///
  /// - Returns: the outcome; nil to continue.
  mutating func take(_ key: Key, _ style: ScreenStyle, in size: WindowSize, at now: DisplayTime)
    -> Outcome?
  /// Handles pointer motion to a cell.
  ///
  /// - Returns: whether the screen must be redrawn.
  mutating func point(column: Int, row: Int, in size: WindowSize) -> Bool
}

extension InteractiveScreen {
  /// Ignores the pointer.
  package mutating func point(column: Int, row: Int, in size: WindowSize) -> Bool { false }
}

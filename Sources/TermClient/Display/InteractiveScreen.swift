// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import TerminalUI

/// A full-screen view such as a menu: draws itself and handles keys until it returns an outcome.
protocol InteractiveScreen {
  /// The result of the screen.
  associatedtype Outcome: Sendable
  /// Draws its current content.
  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: LocalTime) -> Frame
  /// Handles a key or a click.
  ///
  /// - Returns: the outcome; nil to continue.
  mutating func take(_ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: LocalTime)
    -> Outcome?
  /// Handles pointer motion to a cell.
  ///
  /// - Returns: whether the screen must be redrawn.
  mutating func point(column: Int, row: Int, in size: WindowSize) -> Bool
}

extension InteractiveScreen {
  mutating func point(column: Int, row: Int, in size: WindowSize) -> Bool { false }
}

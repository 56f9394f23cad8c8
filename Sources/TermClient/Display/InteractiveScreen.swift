// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient

/// A full screen that needs no server, such as a menu: draws itself, and takes keys until it comes
/// to an outcome.
protocol InteractiveScreen {
  /// What it is for.
  associatedtype Outcome: Sendable
  /// What it shows now.
  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: LocalTime) -> Frame
  /// Takes a key or a click.
  ///
  /// - Returns: the outcome, if this came to one; nil to go on.
  mutating func take(_ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: LocalTime)
    -> Outcome?
  /// The pointer came to a cell.
  ///
  /// - Returns: whether anything looks different by that.
  mutating func point(column: Int, row: Int, in size: WindowSize) -> Bool
}

extension InteractiveScreen {
  mutating func point(column: Int, row: Int, in size: WindowSize) -> Bool { false }
}

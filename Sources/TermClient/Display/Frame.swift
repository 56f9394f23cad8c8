// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import Stage
import TerminalUI

/// A screen's content at a moment, and how long it is valid.
struct Frame: Hashable, Sendable {
  /// All cells.
  var grid: Grid
  /// The rate at which it changes.
  var motion = Scene.Motion.still
  /// When it changes by itself; nil for never.
  var nextChange: LocalTime?
}

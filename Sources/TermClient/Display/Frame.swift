// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import Stage

/// What a screen shows at a moment, and for how long.
struct Frame: Hashable, Sendable {
  /// All cells.
  var grid: Grid
  /// How fast it changes.
  var motion = Scene.Motion.still
  /// When it changes next; nil for not by itself.
  var nextChange: LocalTime?
}

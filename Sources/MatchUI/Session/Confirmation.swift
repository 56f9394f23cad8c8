// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A question asked before an action that cannot be undone.
package enum Confirmation: Hashable, Sendable {
  /// Leave the room, at this cost?
  case leave(LeavingCost)
  /// End this match at once and start another?
  case restart
}

/// The consequence of leaving a room.
package enum LeavingCost: Hashable, Sendable {
  /// Nothing: the viewer can come back, or only watches.
  case nothing
  /// The viewer resigns the match.
  case resigning
  /// The viewer gives up a daily deal, which they cannot take up again.
  case givingUp
  /// Everyone's match ends, because the viewer's program hosts the server.
  case closing
}

/// Facts about the room that keys depend on and a scene does not hold.
package struct RoomContext: Hashable, Sendable {
  /// Whether the server runs in this program, so that leaving stops it.
  var isHost = false
  /// The number of spectators.
  var audience = 0
  /// Whether an overlay is open that Escape closes.
  var hasOverlay = false
}

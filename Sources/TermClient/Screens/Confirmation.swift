// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a player is asked before something is done that cannot be undone.
enum Confirmation: Hashable, Sendable {
  /// Whether to leave, which has a cost.
  case leave(LeavingCost)
  /// Whether to end this match at once and begin another.
  case restart
}

/// What leaving a room costs.
enum LeavingCost: Hashable, Sendable {
  /// Nothing: one can come back, or only watched.
  case nothing
  /// The viewer's own match, which is resigned.
  case resigning
  /// Everybody's match, for the server stops with the viewer's program.
  case closing
}

/// What a screen knows of its room beside the scene, where keys depend on it.
struct RoomContext: Hashable, Sendable {
  /// Whether the server runs in this program, so that leaving stops it.
  var isHost = false
  /// How many watch.
  var audience = 0
  /// Whether something lies over the table that Escape closes.
  var hasOverlay = false
}

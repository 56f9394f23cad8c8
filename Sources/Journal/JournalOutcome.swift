// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Lobby

/// The outcome of a record.
package enum JournalOutcome: Hashable, Sendable {
  /// The room's step is stored.
  case landed(RoomID)
  /// The room's step is not stored and never will be.
  case failed(RoomID)
  /// The room is not opened and never will be: its code is that of an open room, or of one that
  /// closed less than `LobbyLimits.codeRest` before.
  case taken(RoomID)
  /// The outcome was unclear, or the step was fenced: this is the room as stored.
  case reread(StoredRoom)
  /// The session is stored.
  case kept(CorrelationID)
  /// The session is not stored.
  case notKept(CorrelationID)
  /// The spectator's membership is stored.
  case watches(SessionID, RoomID)
  /// The spectator's membership is not stored.
  case watchesNot(SessionID, RoomID)
  /// The change to the bans is stored.
  case noted(CorrelationID)
  /// The change to the bans is not stored.
  case notNoted(CorrelationID)
}

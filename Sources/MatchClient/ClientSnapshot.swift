// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// What a client keeps so that another start of its program continues its session.
///
/// It is secret: whoever has it can take the session over.
package struct ClientSnapshot: Hashable, Sendable {
  /// The membership in a room.
  package struct Room: Hashable, Sendable {
    /// The room's code.
    package var code: String
    /// The room's name on the wire.
    package var roomID: String
    /// The client's role in it.
    package var role: Role
    /// Its number in the room's log; nil for spectators.
    package var actor: ActorNumber?
    /// The last entry received: it and those before it are not reported again.
    package var lastEntry: UInt64
    /// The match that the share belongs to.
    package var matchID: String

    /// A membership with all its parts.
    package init(
      code: String, roomID: String, role: Role, actor: ActorNumber?, lastEntry: UInt64,
      matchID: String
    ) {
      self.code = code
      self.roomID = roomID
      self.role = role
      self.actor = actor
      self.lastEntry = lastEntry
      self.matchID = matchID
    }
  }

  /// The session's id.
  package var sessionID: String
  /// The token that resumes it.
  package var resumeToken: [UInt8]
  /// The highest request id so far; later ones must be higher.
  package var lastRequest: RequestID
  /// The room; nil outside one.
  package var room: Room?
  /// The seat's share of the deal; nil for none.
  package var share: [UInt8]?

  /// A snapshot with all its parts.
  package init(
    sessionID: String, resumeToken: [UInt8], lastRequest: RequestID, room: Room? = nil,
    share: [UInt8]? = nil
  ) {
    self.sessionID = sessionID
    self.resumeToken = resumeToken
    self.lastRequest = lastRequest
    self.room = room
    self.share = share
  }
}

extension ClientSnapshot.Room {
  init(_ table: ClientTable) {
    self.init(
      code: table.code, roomID: table.roomID, role: table.role, actor: table.actor,
      lastEntry: table.log.latest.seq, matchID: table.log.latest.matchID)
  }
}

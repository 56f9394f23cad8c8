// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// A request to enter a room, or to go on in one after a lost connection.
public struct JoinRoom: Hashable, Sendable {
  /// The session's number for the request.
  public var id: RequestID
  /// The code people join by.
  public var code: String
  /// As player or spectator.
  public var role: Role
  /// To go on: the room's id, as `joined` said.
  public var roomID: String?
  /// To go on: the last entry this session has; never without `roomID`.
  public var afterSeq: UInt64?

  /// Asks to enter the room of `code` as `role`; going on in `roomID` after entry `afterSeq`.
  public init(
    id: RequestID, code: String, role: Role, roomID: String? = nil, afterSeq: UInt64? = nil
  ) {
    self.id = id
    self.code = code
    self.role = role
    self.roomID = roomID
    self.afterSeq = afterSeq
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A request to enter a room, or to resume it after a reconnect.
package struct JoinRoom: Hashable, Sendable {
  /// The code people join by.
  package var code: String
  /// As player or spectator.
  package var role: Role
  /// To resume: the room's id from `joined`.
  package var roomID: String?
  /// To resume: the last entry this session has; requires `roomID`.
  package var afterSeq: UInt64?

  /// Requests the room with `code` as `role`; resumes `roomID` after entry `afterSeq` if given.
  package init(
    code: String, role: Role, roomID: String? = nil, afterSeq: UInt64? = nil
  ) {
    self.code = code
    self.role = role
    self.roomID = roomID
    self.afterSeq = afterSeq
  }
}

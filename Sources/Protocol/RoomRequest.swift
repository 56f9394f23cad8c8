// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A request about rooms: decided by the lobby, in the order of the session's request ids.
package enum RoomRequest: Hashable, Sendable {
  /// Opens a room with these settings, and takes a seat in it. Answered by `joined`.
  case createRoom(MatchSettings)
  /// Takes a seat at a matching public table, or opens one. Answered by `joined`.
  case quickMatch(QuickMatch)
  /// Enters a room, or resumes one. Answered by `joined`.
  case joinRoom(JoinRoom)
  /// Leaves the present room. Answered by `left`.
  case leaveRoom
  /// An intent for the match in the present room. Answered by the entry whose cause names it.
  case intent(IntentRequest)
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// News from a room's owner, in order.
package enum RelayedRoomEvent: Hashable, Sendable {
  /// The log begins at a base: the relay has entered the room, or entries before the base are
  /// missing.
  indirect case began(RoomID, base: MatchView, tail: [Entry])
  /// The next entry.
  case entry(Entry)
  /// Which seats are connected.
  case presence([SeatPresence])
  /// The number of spectators, among whom the relay counts as one, or `isWhole`: as many as it has.
  case audience(Int, isWhole: Bool)
  /// The owner has refused to let the relay watch, or is away.
  case refused(Refusal)
  /// The relay is no longer in the room, and so its spectators are not.
  case ended(LeaveReason)
}

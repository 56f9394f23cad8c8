// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The rooms of another server, their owner, that are watched through a directory.
struct RelayedRooms: Sendable {
  /// The rooms, by their names here.
  var rooms: [RoomID: RelayedRoom] = [:]
  /// How far the owner's time is ahead of the directory's.
  var ahead = Duration.zero
  /// The most rooms followed at once.
  var limit: Int
  /// The names under which the public list's rooms stand in the directory's list.
  var listed: Set<String> = []
  /// Rooms that could not be followed lately, and why: a code that many ask for costs the owner one
  /// refusal.
  private var refused: [RoomCode: (refusal: Refusal, until: ServerTime)] = [:]

  /// No rooms, of `limit` at most.
  init(limit: Int) { self.limit = limit }

  /// Why a room could not be followed lately; nil if that is not known.
  mutating func refusal(of code: RoomCode, now: ServerTime) -> Refusal? {
    guard let known = refused[code] else { return nil }
    guard known.until > now else {
      refused[code] = nil
      return nil
    }
    return known.refusal
  }

  /// Remembers for a while why a room could not be followed.
  mutating func remember(_ refusal: Refusal, of code: RoomCode, now: ServerTime) {
    if refused.count >= LobbyLimits.roomsRefusedKept { refused = [:] }
    refused[code] = (refusal, now + LobbyLimits.refusalKeptFor)
  }
}

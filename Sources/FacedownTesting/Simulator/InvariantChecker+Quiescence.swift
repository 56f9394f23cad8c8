// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Replays

extension InvariantChecker {
  /// A room that is open although nobody who is connected is in it; nil for none.
  func deserted() -> String? {
    rooms.keys.sorted().first { id in
      // Whoever was let in while without a connection, and has not asked since, is there unknown to us.
      guard let room = rooms[id], room.isOpen, room.unexplained.isEmpty else { return false }
      return !sessions.values.contains { $0.connection != nil && $0.place?.room === room }
    }
  }

  /// Who was last told something of a room that is not so, after all has come to rest.
  ///
  /// - Returns: a sentence; nil if everybody knows who is there and how many watch.
  func misinformed() -> String? {
    for id in sessions.keys.sorted() {
      guard let session = sessions[id], let connection = session.connection,
        let book = links[connection],
        let place = session.place, book.log != nil
      else { continue }
      let room = place.room
      let watching = watching(room)
      if let audience = book.audience, !watching.contains(audience) {
        return "Session \(id) was told that \(audience) watch, and \(watching) do."
      }
      for presence in book.presence ?? [] {
        guard room.rules.chairs.indices.contains(presence.seat.rawValue),
          let actor = room.rules.chairs[presence.seat.rawValue].actor,
          let other = room.actors[actor]
        else { continue }
        if presence.isConnected != (other.connection != nil) {
          return "Session \(id) was told the wrong thing of seat \(presence.seat.rawValue)."
        }
      }
    }
    return nil
  }

  /// How many watch a room: at least who goes on in it, at most those too who are back without having
  /// asked to go on.
  private func watching(_ room: RoomModel) -> ClosedRange<Int> {
    var counts = (sure: 0, unsure: 0)
    for other in sessions.values {
      // Who was gone for too long is out, and was not told.
      guard let place = other.place, place.room === room, place.role == .spectator,
        let book = other.connection.flatMap({ links[$0] })
      else { continue }
      if book.log?.room === room { counts.sure += 1 } else { counts.unsure += 1 }
    }
    return counts.sure...(counts.sure + counts.unsure)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Replays

extension InvariantChecker {
  /// An open room without connected members; nil for none.
  func deserted() -> String? {
    rooms.keys.sorted().first { id in
      // A member admitted while disconnected that has not sent anything since is unknown to the
      // model.
      guard let room = rooms[id], room.isOpen, room.unexplained.isEmpty else { return false }
      return !sessions.values.contains { $0.connection != nil && $0.place?.room === room }
    }
  }

  /// A session that two nodes take to be connected to them, in a sentence; nil for none.
  func twiceConnected() -> String? {
    var seen: Set<String> = []
    for id in connections.keys.sorted() {
      guard let model = connections[id], !model.isOver, let session = model.session,
        session.connection != nil
      else { continue }
      if !seen.insert(session.id).inserted {
        return "Session \(session.id) has two live connections."
      }
    }
    return nil
  }

  /// A client whose last `presence` or `audience` is wrong once everything is quiescent.
  ///
  /// - Returns: a sentence; nil for none.
  func misinformed() -> String? {
    for id in sessions.keys.sorted() {
      guard let session = sessions[id], let connection = session.connection,
        let model = connections[connection],
        let place = session.place, model.log != nil
      else { continue }
      let room = place.room
      if place.role == .spectator, room.view(room.lastSeq).settings.audience == .locked {
        return "Session \(id) still watches room \(room.id) although it is locked."
      }
      let watching = watching(room)
      if let audience = model.audience, !watching.contains(audience) {
        return "Session \(id) was sent a spectator count of \(audience), not \(watching)."
      }
      for presence in model.presence ?? [] {
        guard room.rules.chairs.indices.contains(presence.seat.rawValue),
          let actor = room.rules.chairs[presence.seat.rawValue].actor,
          let other = room.actors[actor]
        else { continue }
        if presence.isConnected != (other.connection != nil) {
          return "Session \(id) was sent the wrong presence of seat \(presence.seat.rawValue)."
        }
      }
    }
    return nil
  }

  /// Bounds of a room's audience: connected spectators, those of relays in the relays' place, and
  /// those that are back but have not resumed.
  private func watching(_ room: RoomModel) -> ClosedRange<Int> {
    var counts = (sure: 0, unsure: 0)
    for other in sessions.values {
      // A session absent for too long has been removed without notice.
      guard let place = other.place, place.room === room, place.role == .spectator,
        let model = other.connection.flatMap({ connections[$0] }), model.relay == nil
      else { continue }
      if model.log?.room === room { counts.sure += 1 } else { counts.unsure += 1 }
    }
    return counts.sure...(counts.sure + counts.unsure)
  }
}

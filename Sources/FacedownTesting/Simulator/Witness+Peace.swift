// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

extension Witness {
  /// Who was last told something of a room that is not so, after all has come to rest.
  ///
  /// - Returns: a sentence; nil if everybody knows who is there and how many watch.
  func misinformed() -> String? {
    for id in sessions.keys.sorted() {
      guard let session = sessions[id], let link = session.link, let book = links[link],
        let place = session.place, book.log != nil
      else { continue }
      let room = place.room
      let watching = sessions.values.count { other in
        // Who was gone for too long is out, and was not told.
        guard let seat = other.place, let link = other.link, let log = links[link]?.log else {
          return false
        }
        return log.room === room && seat.room === room && seat.role == .spectator
      }
      if let audience = book.audience, audience != watching {
        return "Session \(id) was told that \(audience) watch, and \(watching) do."
      }
      for presence in book.presence ?? [] {
        guard room.rules.chairs.indices.contains(presence.seat.rawValue),
          let actor = room.rules.chairs[presence.seat.rawValue].actor,
          let other = room.actors[actor]
        else { continue }
        if presence.isConnected != (other.link != nil) {
          return "Session \(id) was told the wrong thing of seat \(presence.seat.rawValue)."
        }
      }
    }
    return nil
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

// Quick match.

extension RoomDirectory {
  /// Whether a quick match would open a new room.
  package func opensRoom(
    for session: SessionID, _ quick: QuickMatch, now: ServerTime
  ) -> Bool {
    guard let player = player(session),
      sharePause(of: player, isRated: quick.isRated, now: now) == nil,
      let settings = try? quick.settings
    else { return false }
    return table(for: settings, player, session, now: now) == nil
  }

  /// How long a player who withheld a share is kept away from rated tables; nil if not at all.
  func sharePause(of player: Player, isRated: Bool, now: ServerTime) -> Duration? {
    guard isRated, let id = player.id else { return nil }
    return pauses.rest(of: .rated(playerID: id), at: now)
  }

  /// The fullest table with these settings that the player has not just left.
  func table(
    for settings: MatchSettings, _ player: Player, _ session: SessionID, now: ServerTime
  ) -> Room? {
    let person = QuickMatchPauses.Person(player, session)
    let fitting = tables.compactMap { rooms[$0] }.filter { room in
      room.quickSettings == settings && !room.seats(player)
        && pauses.rest(of: .table(room.id, person), at: now) == nil
    }
    func isBetter(_ left: Room, _ right: Room) -> Bool {
      let taken = (left.view.takenSeatCount, right.view.takenSeatCount)
      return taken.0 == taken.1 ? left.id.rawValue > right.id.rawValue : taken.0 < taken.1
    }
    return fitting.max(by: isBetter)
  }
}

extension QuickMatch {
  /// The settings of its table.
  var settings: MatchSettings {
    get throws(Refusal) { try .quick(mode: mode, seats: seats, isRated: isRated) }
  }
}

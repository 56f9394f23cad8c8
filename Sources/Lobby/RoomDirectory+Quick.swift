// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

// Where strangers meet.

extension RoomDirectory {
  /// Whether a quick match would open a room of its own.
  public func opensRoom(
    for session: SessionID, _ mode: MatchSettings.Mode, seats: Int, isRated: Bool
  ) -> Bool {
    guard let player = player(session),
      let settings = try? MatchSettings.quick(mode: mode, seats: seats, isRated: isRated)
    else { return false }
    return table(for: settings, player) == nil
  }

  /// The table of these settings at which the fewest seats are free.
  func table(for settings: MatchSettings, _ player: Player) -> Room? {
    let fitting = tables.compactMap { rooms[$0] }
      .filter { $0.quickSettings == settings && !$0.seats(player) }
    func isBetter(_ left: Room, _ right: Room) -> Bool {
      let taken = (left.view.takenSeats.count, right.view.takenSeats.count)
      return taken.0 == taken.1 ? left.id.rawValue > right.id.rawValue : taken.0 < taken.1
    }
    return fitting.max(by: isBetter)
  }
}

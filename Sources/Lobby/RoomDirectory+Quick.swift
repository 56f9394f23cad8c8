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

  /// The code of the room where a new quick match would take a seat now, or open a room; nil if it would
  /// be refused.
  package func quickCode(
    for session: SessionID, _ quick: QuickMatch, by request: RequestID, now: ServerTime
  ) -> RoomCode? {
    guard let known = sessions[session], known.room == nil, let settings = try? quick.settings,
      !quick.isRated || known.player.id != nil,
      sharePause(of: known.player, isRated: quick.isRated, now: now) == nil
    else { return nil }
    if let table = table(for: settings, known.player, session, now: now) { return table.code }
    let origin = Origin(session: session, request: request)
    return derivation.codes(for: settings.audience, of: origin).first { rooms[$0] == nil }
  }

  /// Where a session's last quick match leads, as the journal has it; nil if it has made none.
  package func quickEntry(of session: SessionID) -> QuickEntry? { sessions[session]?.quickEntry }

  /// The journal has stored where a session's quick match leads.
  package mutating func know(_ session: SessionID, quickEntry entry: QuickEntry) {
    sessions[session]?.quickEntry = entry
  }

  /// Whether a session has a seat here by this quick match already.
  package func hasSeat(_ session: SessionID, byQuickMatch request: RequestID) -> Bool {
    quickRoom(of: session, by: request) != nil
  }

  /// The room here where a session has a seat by this quick match; nil if it has none.
  func quickRoom(of session: SessionID, by request: RequestID) -> RoomID? {
    guard let known = sessions[session], let entry = known.quickEntry, entry.request == request,
      let room = rooms[entry.code], known.room ?? room == room,
      rooms[room]?.role(of: session) == .player
    else { return nil }
    return room
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
    let fitting = rooms.tables.filter { room in
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

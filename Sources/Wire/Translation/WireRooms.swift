// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Rooms as listed, and as entered.

internal import Game
internal import Protocol

extension WireRooms {
  init(_ update: RoomsUpdate) {
    rooms = update.rooms.map(WireRoomSummary.init)
    removed = update.removed
  }

  func translated() throws(WireError) -> RoomsUpdate {
    let fields = Fields("rooms")
    return RoomsUpdate(
      rooms: try fields.list(rooms, "rooms", limit: Bounds.rooms) { room throws(WireError) in
        try room.translated()
      },
      removed: try fields.list(removed, "removed", limit: Bounds.rooms) {
        code throws(WireError) in try fields.text(code, "removed")
      })
  }
}

extension WireRoomSummary {
  init(_ room: RoomSummary) {
    code = room.code
    settings = WireMatchSettings(room.settings)
    seatsTaken = UInt32(wire: room.seatsTaken)
    phase = WirePhase(room.phase)
    spectators = UInt32(wire: room.spectators)
    players = room.players
  }

  func translated() throws(WireError) -> RoomSummary {
    let fields = Fields("room_summary")
    try fields.require(hasSettings, "settings")
    return RoomSummary(
      code: try fields.text(code, "code"),
      settings: try settings.translated(),
      seatsTaken: try fields.integer(
        hasSeatsTaken, seatsTaken, "seats_taken", in: 0...SeatIndex.limit),
      phase: try fields.choice(phase, "phase"),
      spectators: try fields.integer(hasSpectators, spectators, "spectators", in: Bounds.count),
      players: try fields.list(players, "players", limit: RoomSummary.mostPlayers) {
        name throws(WireError) in try fields.text(name, "players", limit: Bounds.name)
      })
  }
}

extension WireJoined {
  init(_ joined: Joined) {
    code = joined.code
    roomID = joined.roomID
    if let member = joined.actor { actor = member.rawValue }
    if let seat = joined.seat { self.seat = UInt32(wire: seat.rawValue) }
    role = WireRole(joined.role)
    if let view = joined.base { base = WireMatchView(view) }
    tail = joined.tail.map(WireEntry.init)
    if let request = joined.id { id = request.rawValue }
  }

  func translated() throws(WireError) -> Joined {
    let fields = Fields("joined")
    let joined = Joined(
      id: hasID ? RequestID(id) : nil,
      code: try fields.text(code, "code"),
      roomID: try fields.text(roomID, "room_id"),
      actor: hasActor ? ActorNumber(actor) : nil,
      seat: hasSeat ? try fields.seat(true, seat, "seat") : nil,
      role: try fields.choice(role, "role"),
      base: hasBase ? try base.translated() : nil,
      tail: try tail.map { entry throws(WireError) in try entry.translated() })
    try joined.tail.checkOrder(after: joined.base)
    return joined
  }
}

extension [Entry] {
  /// Requires these to be consecutive entries that follow `base`, if there is one.
  func checkOrder(after base: MatchView?) throws(WireError) {
    var last = base.map { (seq: $0.seq, at: $0.at) }
    for entry in self {
      if let last, entry.seq != last.seq + 1 || entry.at < last.at {
        throw .brokenLog(seq: last.seq, next: entry.seq)
      }
      last = (entry.seq, entry.at)
    }
  }
}

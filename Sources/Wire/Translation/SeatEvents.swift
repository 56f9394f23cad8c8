// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Events about seats and their players.

internal import Game

extension WireSeated {
  init(_ seated: Event.Seated) {
    seat = UInt32(wire: seated.seat.rawValue)
    player = WirePlayer(seated.player)
    actor = seated.actor.rawValue
  }

  func translated() throws(WireError) -> Event.Seated {
    let fields = Fields("seated")
    try fields.require(hasPlayer, "player")
    return Event.Seated(
      seat: try fields.seat(hasSeat, seat, "seat"),
      player: try player.translated(),
      actor: try fields.actor(hasActor, actor, "actor"))
  }
}

extension WireVacated {
  init(_ seat: SeatIndex) {
    self.seat = UInt32(wire: seat.rawValue)
  }

  func translated() throws(WireError) -> SeatIndex {
    try Fields("vacated").seat(hasSeat, seat, "seat")
  }
}

extension WireOwnerChanged {
  init(_ owner: ActorNumber?) {
    if let owner { actor = owner.rawValue }
  }

  func translated() -> ActorNumber? {
    hasActor ? ActorNumber(actor) : nil
  }
}

extension WireSkipped {
  init(_ seat: SeatIndex, standIn: Player?) {
    self.seat = UInt32(wire: seat.rawValue)
    if let standIn { self.standIn = WirePlayer(standIn) }
  }

  func translated() throws(WireError) -> Event {
    .skipped(
      try Fields("skipped").seat(hasSeat, seat, "seat"),
      standIn: hasStandIn ? try standIn.translated() : nil)
  }
}

extension WireReturned {
  init(_ seat: SeatIndex) {
    self.seat = UInt32(wire: seat.rawValue)
  }

  func translated() throws(WireError) -> SeatIndex {
    try Fields("returned").seat(hasSeat, seat, "seat")
  }
}

extension WireConsented {
  init(_ seat: SeatIndex) {
    self.seat = UInt32(wire: seat.rawValue)
  }

  func translated() throws(WireError) -> SeatIndex {
    try Fields("consented").seat(hasSeat, seat, "seat")
  }
}

extension WireResigned {
  init(_ seat: SeatIndex) {
    self.seat = UInt32(wire: seat.rawValue)
  }

  func translated() throws(WireError) -> SeatIndex {
    try Fields("resigned").seat(hasSeat, seat, "seat")
  }
}

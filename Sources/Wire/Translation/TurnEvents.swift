// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Events about turns, and the end.

internal import FoundationEssentials
internal import Game

extension WireTurnBegan {
  init(_ began: Event.TurnBegan) {
    seat = UInt32(wire: began.seat.rawValue)
    if let limit = began.deadline { deadline = limit.microseconds }
  }

  func translated() throws(WireError) -> Event.TurnBegan {
    Event.TurnBegan(
      seat: try Fields("turn_began").seat(hasSeat, seat, "seat"),
      deadline: hasDeadline ? ServerTime(microseconds: deadline) : nil)
  }
}

extension WireTurnExpired {
  init(_ expired: Event.TurnExpired) {
    seat = UInt32(wire: expired.seat.rawValue)
    judgedAt = expired.judgedAt.microseconds
    refund = expired.refund.wholeMicroseconds
    scoreChanges = expired.scoreChanges.map(WireScoreChange.init)
  }

  func translated() throws(WireError) -> Event.TurnExpired {
    let fields = Fields("turn_expired")
    return Event.TurnExpired(
      seat: try fields.seat(hasSeat, seat, "seat"),
      judgedAt: try fields.time(hasJudgedAt, judgedAt, "judged_at"),
      refund: try fields.microseconds(hasRefund, refund, "refund"),
      scoreChanges: try fields.scoreChanges(scoreChanges))
  }
}

extension WireStalemateWarning {
  init(turnsLeft turns: Int) {
    turnsLeft = UInt32(wire: turns)
  }

  func translated() throws(WireError) -> Int {
    try Fields("stalemate_warning").integer(
      hasTurnsLeft, turnsLeft, "turns_left", in: Bounds.turnsAnnounced)
  }
}

extension WireEnded {
  init(_ ended: Event.Ended) {
    standings = ended.standings.map(WireStanding.init)
    reason = WireEndReason(ended.reason)
    seed = Data(ended.seed)
    entropies = ended.entropies.map { Data($0) }
  }

  func translated() throws(WireError) -> Event {
    let fields = Fields("ended")
    return .ended(
      Event.Ended(
        standings: try fields.standings(standings),
        reason: try fields.choice(reason, "reason"),
        seed: try fields.bytes(seed, "seed"),
        entropies: try fields.hashes(entropies, "entropies", limit: SeatIndex.limit)))
  }
}

extension WireClockAdjusted {
  init(givenBack length: Duration) {
    givenBack = length.wholeMicroseconds
  }

  func translated() throws(WireError) -> Duration {
    let fields = Fields("clock_adjusted")
    try fields.require(hasGivenBack, "given_back")
    try fields.check(givenBack, "given_back", in: Bounds.clockPause)
    return .microseconds(givenBack)
  }
}

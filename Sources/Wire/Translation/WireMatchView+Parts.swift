// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The parts of a view: seats, cards, the deal, the turn and the counters.

internal import FoundationEssentials
internal import Game

extension WireSeatView {
  init(_ seat: SeatView) {
    if let sitter = seat.player { player = WirePlayer(sitter) }
    if let member = seat.actor { actor = member.rawValue }
    ready = seat.isReady
    entropyCommit = Data(seat.entropyCommit)
    if let share = seat.entropy { entropy = Data(share) }
    consented = seat.hasConsented
    skipped = seat.isSkipped
    resigned = seat.hasResigned
    expiredTurns = UInt32(wire: seat.expiredTurns)
    shuffled = seat.hasShuffled
    score = Int32(wire: seat.score)
    pairs = UInt32(wire: seat.pairs)
    if let bot = seat.standIn { standIn = WirePlayer(bot) }
  }

  func translated() throws(WireError) -> SeatView {
    let fields = Fields("seat_view")
    var seat = SeatView()
    if hasPlayer { seat.player = try player.translated() }
    if hasActor { seat.actor = ActorNumber(actor) }
    seat.isReady = ready
    seat.entropyCommit = try fields.bytes(entropyCommit, "entropy_commit")
    if hasEntropy { seat.entropy = try fields.bytes(entropy, "entropy") }
    seat.hasConsented = consented
    seat.isSkipped = skipped
    seat.hasResigned = resigned
    seat.expiredTurns = try fields.integer(
      hasExpiredTurns, expiredTurns, "expired_turns", in: Bounds.count)
    seat.hasShuffled = shuffled
    seat.score = try fields.integer(hasScore, score, "score", in: Bounds.score)
    seat.pairs = try fields.integer(hasPairs, pairs, "pairs", in: Bounds.count)
    if hasStandIn { seat.standIn = try standIn.translated() }
    return seat
  }
}

extension WireCardView {
  init(_ view: CardView) {
    card = view.id.rawValue
    place = UInt32(wire: view.place)
    state = State(view.state)
    if let front = view.face { face = UInt32(wire: front.index) }
    seen = view.isSeen
    bonus = WireBonus(view.bonus)
    changedAt = view.changedAt.microseconds
  }

  /// The card, which must be `id` and lie on one of `places`.
  func translated(id: CardID, places: Int) throws(WireError) -> CardView {
    let fields = Fields("card_view")
    try fields.require(hasCard, "card")
    try fields.check(card, "card", in: id.rawValue...id.rawValue)
    try fields.require(hasBonus, "bonus")
    return CardView(
      id: id,
      place: try fields.integer(hasPlace, place, "place", in: 0...places - 1),
      state: try fields.choice(state, "state"),
      face: hasFace ? try fields.face(true, face, "face") : nil,
      isSeen: seen,
      bonus: try bonus.translated(),
      changedAt: try fields.time(hasChangedAt, changedAt, "changed_at"))
  }
}

extension WireDealTiming {
  init(_ timing: MatchView.DealTiming) {
    beganAt = timing.beganAt.microseconds
    stagger = timing.stagger.wholeMicroseconds
    duration = timing.duration.wholeMicroseconds
    playableAt = timing.playableAt.microseconds
  }

  func translated() throws(WireError) -> MatchView.DealTiming {
    let fields = Fields("deal_timing")
    return MatchView.DealTiming(
      beganAt: try fields.time(hasBeganAt, beganAt, "began_at"),
      stagger: try fields.microseconds(hasStagger, stagger, "stagger"),
      duration: try fields.microseconds(hasDuration, duration, "duration"),
      playableAt: try fields.time(hasPlayableAt, playableAt, "playable_at"))
  }
}

extension WireTurn {
  init(_ turn: MatchView.Turn) {
    seat = UInt32(wire: turn.seat.rawValue)
    beganAt = turn.beganAt.microseconds
    if let limit = turn.deadline { deadline = limit.microseconds }
  }

  func translated() throws(WireError) -> MatchView.Turn {
    let fields = Fields("turn")
    return MatchView.Turn(
      seat: try fields.seat(hasSeat, seat, "seat"),
      beganAt: try fields.time(hasBeganAt, beganAt, "began_at"),
      deadline: hasDeadline ? ServerTime(microseconds: deadline) : nil)
  }
}

extension WireTurnTally {
  init(_ tally: MatchView.Tally) {
    taken = UInt32(wire: tally.taken)
    sinceShuffle = UInt32(wire: tally.sinceShuffle)
    quiet = UInt32(wire: tally.quiet)
    if let left = tally.untilStalemate { untilStalemate = UInt32(wire: left) }
  }

  func translated() throws(WireError) -> MatchView.Tally {
    let fields = Fields("turn_tally")
    var tally = MatchView.Tally()
    tally.taken = try fields.integer(hasTaken, taken, "taken", in: Bounds.count)
    tally.sinceShuffle = try fields.integer(
      hasSinceShuffle, sinceShuffle, "since_shuffle", in: Bounds.count)
    tally.quiet = try fields.integer(hasQuiet, quiet, "quiet", in: Bounds.count)
    if hasUntilStalemate {
      tally.untilStalemate = try fields.integer(
        true, untilStalemate, "until_stalemate", in: Bounds.turnsAnnounced)
    }
    return tally
  }
}

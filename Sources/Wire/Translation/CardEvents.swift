// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Events that move or turn cards.

internal import FoundationEssentials
internal import Game

extension WireDealt {
  init(_ dealt: Event.Dealt) {
    generation = dealt.generation
    slots = dealt.slots.map(UInt32.init(wire:))
    rows = UInt32(wire: dealt.rows)
    columns = UInt32(wire: dealt.columns)
    turnOrder = dealt.turnOrder.map { UInt32(wire: $0.rawValue) }
    leaves = dealt.leaves.map { Data($0) }
    stagger = dealt.stagger.wholeMicroseconds
    duration = dealt.duration.wholeMicroseconds
    playableAt = dealt.playableAt.microseconds
  }

  func translated() throws(WireError) -> Event.Dealt {
    let fields = Fields("dealt")
    let side = 0...Bounds.places
    let dealt = Event.Dealt(
      generation: try fields.generation(hasGeneration, generation, "generation"),
      slots: try fields.permutation(slots, "slots", limit: Bounds.cards),
      rows: try fields.integer(hasRows, rows, "rows", in: side),
      columns: try fields.integer(hasColumns, columns, "columns", in: side),
      turnOrder: try fields.seats(turnOrder, "turn_order"),
      leaves: try fields.hashes(leaves, "leaves", limit: Bounds.cards),
      stagger: try fields.microseconds(hasStagger, stagger, "stagger"),
      duration: try fields.microseconds(hasDuration, duration, "duration"),
      playableAt: try fields.time(hasPlayableAt, playableAt, "playable_at"))
    try fields.checkBoard(rows: dealt.rows, columns: dealt.columns, cards: dealt.slots.count)
    return dealt
  }
}

extension WireFlipped {
  init(_ flip: Event.Flipped) {
    seat = UInt32(wire: flip.seat.rawValue)
    card = flip.card.rawValue
    face = UInt32(wire: flip.face.index)
    salt = Data(flip.salt)
    revealAt = flip.revealAt.microseconds
    judgedAt = flip.judgedAt.microseconds
    refund = flip.refund.wholeMicroseconds
    bonus = WireBonus(flip.bonus)
    outcome = Outcome(flip.outcome)
    scoreChanges = flip.scoreChanges.map(WireScoreChange.init)
  }

  func translated() throws(WireError) -> Event.Flipped {
    let fields = Fields("flipped")
    try fields.require(hasBonus, "bonus")
    return Event.Flipped(
      seat: try fields.seat(hasSeat, seat, "seat"),
      card: try fields.card(hasCard, card, "card"),
      face: try fields.face(hasFace, face, "face"),
      salt: try fields.bytes(salt, "salt"),
      revealAt: try fields.time(hasRevealAt, revealAt, "reveal_at"),
      judgedAt: try fields.time(hasJudgedAt, judgedAt, "judged_at"),
      refund: try fields.microseconds(hasRefund, refund, "refund"),
      bonus: try bonus.translated(),
      outcome: try fields.choice(outcome, "outcome"),
      scoreChanges: try fields.scoreChanges(scoreChanges))
  }
}

extension WireSettled {
  init(_ settled: Event.Settled) {
    turnedBack = settled.turnedBack.map { $0.rawValue }
    cleared = settled.cleared.map { $0.rawValue }
  }

  func translated() throws(WireError) -> Event.Settled {
    let fields = Fields("settled")
    return Event.Settled(
      turnedBack: try fields.cards(turnedBack, "turned_back"),
      cleared: try fields.cards(cleared, "cleared"))
  }
}

extension WireShuffled {
  init(_ shuffled: Event.Shuffled) {
    if let shuffler = shuffled.seat { seat = UInt32(wire: shuffler.rawValue) }
    permutation = shuffled.permutation.map(UInt32.init(wire:))
    guard let redealt = shuffled.redealt else { return }
    generation = redealt.generation
    slots = redealt.slots.map(UInt32.init(wire:))
    leaves = redealt.leaves.map { Data($0) }
    playableAt = redealt.playableAt.microseconds
  }

  func translated() throws(WireError) -> Event.Shuffled {
    let fields = Fields("shuffled")
    let shuffler = hasSeat ? try fields.seat(true, seat, "seat") : nil
    guard hasGeneration else {
      return Event.Shuffled(
        seat: shuffler,
        permutation: try fields.permutation(permutation, "permutation", limit: Bounds.places))
    }
    let redealt = Event.Redealt(
      generation: try fields.generation(true, generation, "generation"),
      slots: try fields.slots(slots, "slots"),
      leaves: try fields.hashes(leaves, "leaves", limit: Bounds.cards),
      playableAt: try fields.time(hasPlayableAt, playableAt, "playable_at"))
    guard redealt.leaves.count == redealt.slots.count else {
      throw .outOfRange(
        field: "shuffled.leaves", value: "\(redealt.leaves.count)",
        allowed: "one for each of \(redealt.slots.count) slots")
    }
    return Event.Shuffled(seat: shuffler, redealt: redealt)
  }
}

extension Fields {
  func generation(
    _ isPresent: Bool, _ value: UInt32, _ field: String
  ) throws(WireError) -> UInt32 {
    UInt32(try integer(isPresent, value, field, in: Bounds.generation))
  }

  /// Slots of a deal, each once.
  func slots(_ values: [UInt32], _ field: String) throws(WireError) -> [Int] {
    let slots = try list(values, field, limit: Bounds.cards) { value throws(WireError) in
      try integer(true, value, field, in: 0...(Bounds.cards - 1))
    }
    guard Set(slots).count == slots.count else {
      throw .outOfRange(
        field: "\(message).\(field)", value: "\(slots)", allowed: "each slot once")
    }
    return slots
  }
}

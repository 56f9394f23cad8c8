// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials
internal import Game

extension WireMatchView {
  init(_ view: MatchView) {
    seq = view.seq
    at = view.at.microseconds
    phase = WirePhase(view.phase)
    phaseBeganAt = view.phaseBeganAt.microseconds
    matchID = view.matchID
    settings = WireMatchSettings(view.settings)
    theme = view.theme
    if let member = view.owner { owner = member.rawValue }
    seats = view.seats.map(WireSeatView.init)
    lastActor = view.lastActor.rawValue
    encodeCards(of: view)
    turnOrder = view.turnOrder.map { UInt32(wire: $0.rawValue) }
    if let current = view.turn { turn = WireTurn(current) }
    if let seat = view.lastTurnSeat { lastTurnSeat = UInt32(wire: seat.rawValue) }
    standings = view.standings.map(WireStanding.init)
    if let reason = view.endReason { endReason = WireEndReason(reason) }
    seedCommit = Data(view.seedCommit)
    seed = Data(view.seed)
    lastTurningPoint = view.lastTurningPoint
    if view.tally != MatchView.Tally() { tally = WireTurnTally(view.tally) }
  }

  private mutating func encodeCards(of view: MatchView) {
    generation = view.generation
    rows = UInt32(wire: view.rows)
    columns = UInt32(wire: view.columns)
    cards = view.cards.map(WireCardView.init)
    dealOrder = view.dealOrder.map(UInt32.init(wire:))
    leaves = view.leaves.map { Data($0) }
    if let timing = view.deal { deal = WireDealTiming(timing) }
    faceUp = view.faceUp.map { $0.rawValue }
    lastRevealAt = view.lastRevealAt.microseconds
    if let shuffled = view.lastShuffledAt { lastShuffledAt = shuffled.microseconds }
    shuffleCount = UInt32(wire: view.shuffleCount)
  }

  func translated() throws(WireError) -> MatchView {
    let fields = Fields("match_view")
    try fields.require(hasSettings, "settings")
    var view = MatchView()
    view.seq = try fields.seq(hasSeq, seq, "seq")
    view.at = try fields.time(hasAt, at, "at")
    view.phase = try fields.choice(phase, "phase")
    view.phaseBeganAt = try fields.time(hasPhaseBeganAt, phaseBeganAt, "phase_began_at")
    view.matchID = try fields.text(matchID, "match_id")
    view.settings = try settings.translated()
    view.theme = try fields.text(theme, "theme")
    if hasOwner { view.owner = ActorNumber(owner) }
    view.seats = try fields.list(seats, "seats", limit: SeatIndex.limit) {
      seat throws(WireError) in try seat.translated()
    }
    view.lastActor = try fields.actor(hasLastActor, lastActor, "last_actor")
    try decodeCards(into: &view, fields)
    view.turnOrder = try fields.seats(turnOrder, "turn_order")
    if hasTurn { view.turn = try turn.translated() }
    if hasLastTurnSeat {
      view.lastTurnSeat = try fields.seat(true, lastTurnSeat, "last_turn_seat")
    }
    view.standings = try fields.standings(standings)
    if hasEndReason {
      view.endReason = try fields.choice(endReason, "end_reason")
    }
    view.seedCommit = try fields.bytes(seedCommit, "seed_commit")
    view.seed = try fields.bytes(seed, "seed")
    view.lastTurningPoint = try fields.seq(
      hasLastTurningPoint, lastTurningPoint, "last_turning_point")
    if hasTally { view.tally = try tally.translated() }
    return view
  }

  /// Decodes the cards, so that each card's slot is its index and each has a place on the board.
  private func decodeCards(into view: inout MatchView, _ fields: Fields) throws(WireError) {
    let side = 0...Bounds.places
    view.generation = try fields.generation(hasGeneration, generation, "generation")
    view.rows = try fields.integer(hasRows, rows, "rows", in: side)
    view.columns = try fields.integer(hasColumns, columns, "columns", in: side)
    try fields.check(length: cards.count, "cards", limit: Bounds.cards)
    try fields.checkBoard(rows: view.rows, columns: view.columns, cards: cards.count)
    for (slot, card) in cards.enumerated() {
      let id = CardID(generation: view.generation, slot: slot)
      view.cards.append(try card.translated(id: id, places: view.rows * view.columns))
    }
    view.dealOrder = try fields.permutation(dealOrder, "deal_order", limit: Bounds.cards)
    guard view.dealOrder.count == view.cards.count else {
      throw .outOfRange(
        field: "match_view.deal_order", value: "\(view.dealOrder.count) slots",
        allowed: "the slots of all \(view.cards.count) cards")
    }
    view.leaves = try fields.hashes(leaves, "leaves", limit: Bounds.cards)
    if hasDeal { view.deal = try deal.translated() }
    view.faceUp = try fields.cards(faceUp, "face_up")
    view.lastRevealAt = try fields.time(hasLastRevealAt, lastRevealAt, "last_reveal_at")
    if hasLastShuffledAt { view.lastShuffledAt = ServerTime(microseconds: lastShuffledAt) }
    view.shuffleCount = try fields.integer(
      hasShuffleCount, shuffleCount, "shuffle_count", in: Bounds.count)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// One sentence per entry of the log, fit for a screen reader.
package struct Sentences: Sendable {
  /// The names of the faces.
  var faces: ThemeFaces
  /// The listener's seat; nil for a spectator.
  package var you: SeatIndex?
  /// Seats whose players are disconnected.
  package var offline: [SeatIndex] = []

  /// Sentences for the player of a seat, or for a spectator.
  package init(faces: ThemeFaces = .standard, you: SeatIndex? = nil) {
    self.faces = faces
    self.you = you
  }

  /// The sentence for the entry between two views; nil if there is nothing to say.
  package func sentence(for entry: Entry, before: MatchView, after: MatchView) -> String? {
    switch entry.event {
    case .opened(let opened):
      "A new match: \(Wording.rules(opened.settings, theme: opened.theme))."
    case .configured(let settings, let theme):
      "The settings are now: \(Wording.rules(settings, theme: theme))."
    case .seated(let seated):
      clause(
        seated.seat, after, "take",
        "seat \(seated.seat.rawValue &+ 1)"
          + "\(Wording.team(of: seated.seat, after.settings.mode.rules)).")
    case .vacated(let seat): vacated(seat, by: entry.cause?.actor, before)
    case .ownerChanged(let actor):
      actor.flatMap { after.seat(of: $0) }.map { clause($0, after, "own", "the room.") }
    case .skipped(let seat, let standIn):
      "\(subject(seat, after)) \(seat == you ? "are" : "is") away"
        + (standIn.map { "; \(Wording.name($0, seat: seat)) plays in the meantime." }
          ?? " and will be skipped.")
    case .returned(let seat): "\(subject(seat, after)) \(seat == you ? "are" : "is") back."
    case .readied(let seat, _): "\(subject(seat, after)) \(seat == you ? "are" : "is") ready."
    case .committed, .revealed:
      after.phase == .undealt
        ? you == nil
          ? "Everyone is ready."
          : "Everyone is ready. Deal now, or wait \(Pace.dealLimit.wholeMilliseconds / 1000) seconds."
        : nil
    case .consented(let seat): clause(seat, after, "ask", "to restart the match.")
    case .dealt: dealt(after)
    case .turnBegan(let began):
      "It is \(began.seat == you ? "your" : "\(subject(began.seat, after))'s") turn"
        + (after.settings.mode.rules.isCooperative && after.seats.count > 1
          ? ", or anyone's." : ".")
    case .flipped(let flip): flipped(flip, after)
    case .settled(let settled): self.settled(settled, before)
    case .shuffled(let shuffled) where shuffled.redealt != nil:
      (shuffled.seat.map { "\(clause($0, after, "shuffle", "blindly")): the" } ?? "The")
        + " cards are gathered and dealt again, and nobody has seen any."
    case .shuffled(let shuffled):
      shuffled.seat.map { clause($0, after, "shuffle", "the cards.") } ?? "The cards are shuffled."
    case .turnExpired(let expired):
      "\(expired.seat == you ? "Your" : "\(subject(expired.seat, after))'s") time is up"
        + "\(points(expired.scoreChanges, after))."
    case .resigned(let seat): "\(subject(seat, after)) resign\(seat == you ? "" : "s")."
    case .stalemateWarning(let turns):
      "Nobody finds anything new: in \(Wording.count(turns, "turn")) the match ends in a stalemate."
    case .ended(let ended): self.ended(ended, after)
    case .clockAdjusted(let length): Self.clockPause(length)
    case .unrecognized: nil
    }
  }

  /// The sentence for a pause of the match's clock; nil if it was too short to notice.
  static func clockPause(_ length: Duration) -> String? {
    let seconds = (length.wholeMilliseconds + 500) / 1000
    guard seconds > 0 else { return nil }
    return
      "The match was paused for \(Wording.count(Int(clamping: seconds), "second")); nobody loses time."
  }

  /// The sentence for a freed seat, with the reason as far as the log has it: the player left, or
  /// was removed by the owner or by the server.
  private func vacated(_ seat: SeatIndex, by actor: ActorNumber?, _ view: MatchView) -> String {
    let place = "seat \(seat.rawValue &+ 1)."
    if let remover = actor.flatMap({ view.seat(of: $0) }) {
      guard remover != seat else { return clause(seat, view, "leave", place) }
      let whom = seat == you ? "you" : subject(seat, view)
      return clause(remover, view, "remove", "\(whom) from \(place)")
    }
    guard let reason = reasonToFree(seat, view) else { return clause(seat, view, "lose", place) }
    return "\(subject(seat, view)) \(seat == you ? "are" : "is") \(reason) and "
      + "\(seat == you ? "lose" : "loses") \(place)"
  }

  /// Why the server freed a seat; nil if this client cannot know.
  private func reasonToFree(_ seat: SeatIndex, _ view: MatchView) -> String? {
    if offline.contains(seat) { return "not connected" }
    let others = view.seats.indices.filter { $0 != seat.rawValue && view.seats[$0].isTaken }
    guard view.phase == .waiting, view.seats.indices.contains(seat.rawValue),
      !view.seats[seat.rawValue].isReady, others.contains(where: { view.seats[$0].isReady })
    else { return nil }
    return "not ready in time"
  }

  private func dealt(_ view: MatchView) -> String {
    let count = view.cards.count
    guard let last = view.cards.map({ $0.place }).max(), view.columns > 0 else {
      return "The cards are dealt."
    }
    return "\(count) cards are dealt, from A1 to \(Coordinates.name(last, columns: view.columns))."
  }

  private func flipped(_ flip: Event.Flipped, _ view: MatchView) -> String {
    let face = faces.face(view.theme, flip.face)
    let score = points(flip.scoreChanges, view)
    if flip.outcome == .match {
      return clause(flip.seat, view, "find", "the pair of \(face.plural)\(score).")
    }
    let place = view.card(flip.card).map { self.place($0.place, view) } ?? "a card"
    let turns = clause(flip.seat, view, "turn", "\(place): \(face.name).")
    return flip.outcome == .first ? turns : "\(turns) No match\(score)."
  }

  private func settled(_ settled: Event.Settled, _ view: MatchView) -> String? {
    func places(_ cards: [CardID]) -> [String] {
      cards.compactMap { view.card($0) }.map { place($0.place, view) }
    }
    let (back, gone) = (places(settled.turnedBack), places(settled.cleared))
    if !gone.isEmpty {
      return "\(Wording.list(gone)) \(gone.count == 1 ? "is" : "are") off the table."
    }
    guard !back.isEmpty else { return nil }
    return "\(Wording.list(back)) \(back.count == 1 ? "is" : "are") face down again."
  }

  private func ended(_ ended: Event.Ended, _ view: MatchView) -> String {
    let rules = view.settings.mode.rules
    let isTogether = rules.isCooperative
    let opening =
      switch ended.reason {
      case .finished where isTogether:
        "The match is over. "
          + Wording.together(turns: view.tally.taken, pairs: view.settings.pairs)
      case .finished: "The match is over."
      case .restarted: "The match ends because everyone asked for a restart."
      case .resigned: "The match is over: only one \(rules.hasTeams ? "team" : "player") is left."
      case .aborted: "The match could not begin: a player did not reveal their share of the deal."
      case .abandoned: "The match ends because nobody is left to play."
      case .stalemate: "The match ends in a stalemate; nobody gets the remaining pairs."
      }
    let winners = ended.reason.hasWinners ? ended.standings : []
    let result = Wording.teamResult(winners, rules, you: you).map { "\($0)." }
    let lines = rules.grouped(ended.standings).map { line in
      let points = isTogether ? "" : "\(Wording.count(line.score, "point")), "
      let name = Wording.name(
        line.player, seat: line.seat, among: ended.standings.map { $0.player })
      return "\(line.rank). \(name)\(Wording.team(of: line.seat, rules)): "
        + "\(points)\(Wording.count(line.pairs, "pair"))."
    }
    return ([opening, result].compactMap { $0 } + lines).joined(separator: " ")
  }

  // MARK: Parts of sentences

  private func subject(_ seat: SeatIndex, _ view: MatchView) -> String {
    if seat == you { return "You" }
    let player = view.seats.indices.contains(seat.rawValue) ? view.seats[seat.rawValue].player : nil
    return Wording.name(player, seat: seat, among: view.seats.map { $0.player })
  }

  /// `Ana turns ...` or `You turn ...`.
  func clause(_ seat: SeatIndex, _ view: MatchView, _ verb: String, _ rest: String)
    -> String
  {
    "\(subject(seat, view)) \(verb)\(seat == you ? "" : "s") \(rest)"
  }

  func place(_ place: Int, _ view: MatchView) -> String {
    Coordinates.name(place, columns: view.columns)
  }

  /// `: +8, now 14 points`, or nothing where no score changed.
  private func points(_ changes: [ScoreChange], _ view: MatchView) -> String {
    guard let last = changes.last else { return "" }
    let sum = changes.reduce(0) { $0 &+ $1.delta }
    return ": \(Wording.signed(sum)), now \(Wording.count(last.total, "point"))"
  }
}

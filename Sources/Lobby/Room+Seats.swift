// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

// Entering and leaving. Seats are in the log; spectators and connections are not.

extension Room {
  func open(
    _ settings: MatchSettings, for player: Player, _ session: SessionID, _ request: RequestID,
    _ context: inout DecisionContext
  ) -> Step {
    precondition(view.seq == 0 && !isClosed, "A room is opened by its first entry.")
    let actor = ActorNumber(1)
    var decision = Decision(
      on: match, at: Moment(now: context.now, lead: context.lead),
      cause: Cause(actor: actor, request: request))
    decision.open(settings, random: &context.random)
    decision.emit(
      .seated(Event.Seated(seat: SeatIndex(0), player: player, actor: actor)))
    if !settings.isFixed { decision.emit(.ownerChanged(actor)) }
    return Step(
      decision, then: [.enter(Member(session: session, actor: actor))])
  }

  mutating func join(
    _ join: JoinRoom, isQuick: Bool, _ player: Player, _ session: SessionID,
    _ request: RequestID, _ context: DecisionContext
  ) throws(Refusal) -> Step {
    if let role = role(of: session) {
      // A member changes its role only by leaving first.
      guard role == join.role else { throw Refusal(.roomAlreadyIn) }
      return Step([.resume(session, afterSeq: join.afterSeq)])
    }
    if audience.isArriving(session) {
      guard join.role == .spectator else { throw Refusal(.roomAlreadyIn) }
      audience.expectAgain(Origin(session: session, request: request), after: join.afterSeq)
      return Step()
    }
    switch join.role {
    case .spectator:
      guard view.settings.audience != .locked else { throw Refusal(.roomLocked) }
      return Step([.watch(Origin(session: session, request: request))])
    case .player:
      if !isQuick, let seat = seat(of: player) {
        return takeOver(seat, player, session, request, context)
      }
      guard isQuick || !view.settings.isRated else { throw Refusal(.roomRated) }
      guard dailySeat.map({ $0.player == player.id }) ?? true else { throw Refusal(.roomDaily) }
      guard !view.settings.isRated || !seats(player) else { throw Refusal(.roomAlreadyIn) }
      guard !view.isMatchRunning else { throw Refusal(.roomMatchRunning) }
      guard let free = view.seats.firstIndex(where: { !$0.isTaken }) else {
        throw Refusal(.roomFull, [Refusal.Fact("seats", "\(view.seats.count)")])
      }
      let actor = ActorNumber(view.lastActor.rawValue + 1)
      var decision = deciding(
        at: Moment(now: context.now, lead: context.lead),
        cause: Cause(actor: actor, request: request))
      decision.emit(
        .seated(Event.Seated(seat: SeatIndex(free), player: player, actor: actor)))
      if view.owner == nil, !view.settings.isFixed { decision.emit(.ownerChanged(actor)) }
      return Step(
        decision, then: [.enter(Member(session: session, actor: actor))])
    }
  }

  /// Moves a seat to another session of the same key, in any phase.
  ///
  /// The former session was closed when the key was proven.
  private func takeOver(
    _ seat: SeatIndex, _ player: Player, _ session: SessionID, _ request: RequestID,
    _ context: DecisionContext
  ) -> Step {
    let former = view.seats[seat.rawValue].actor
    let actor = ActorNumber(view.lastActor.rawValue + 1)
    var decision = deciding(
      at: Moment(now: context.now, lead: context.lead), cause: Cause(actor: actor, request: request)
    )
    decision.emit(.seated(Event.Seated(seat: seat, player: player, actor: actor)))
    if view.owner == former { decision.emit(.ownerChanged(actor)) }
    let left = members.filter { $0.actor == former }
    return Step(
      decision,
      then: left.map { .leave($0.session, nil, .takenOver) } + [
        .enter(Member(session: session, actor: actor))
      ])
  }

  /// The seat of a player identified by a key; nil for none.
  private func seat(of player: Player) -> SeatIndex? {
    guard player.id != nil else { return nil }
    return view.takenSeats.first { view.seats[$0.rawValue].player?.id == player.id }
  }

  func leave(_ session: SessionID, _ request: RequestID, _ context: DecisionContext) -> Step {
    let effect = RoomEffect.leave(session, request, .asked)
    guard let actor = member(session)?.actor, let seat = view.seat(of: actor) else {
      return Step([effect])
    }
    var decision = deciding(
      at: Moment(now: context.now, lead: context.lead),
      cause: Cause(actor: actor, request: request))
    decision.vacate(seat)
    return Step(decision, then: [effect])
  }

  /// Skips or removes somebody who has been disconnected for too long; nil if nobody has.
  func removal(at now: ServerTime, lead: Duration) -> Step? {
    for index in members.indices where members[index].disconnectedAt != nil {
      if let end = absenceEnds(members[index]), end <= now {
        return removal(of: members[index], at: now, lead: lead)
      }
    }
    guard let gone = audience.nextRemoval, gone.at <= now else { return nil }
    return Step(
      deciding(at: Moment(now: now, lead: lead)), then: [.leave(gone.session, nil, .gone)])
  }

  /// When a member's absence has consequences; nil for never.
  func absenceEnds(_ member: Member) -> ServerTime? {
    guard let since = member.disconnectedAt else { return nil }
    if member.isExpelled { return since }
    guard view.isMatchRunning, let seat = seat(of: member) else {
      return since + LobbyLimits.absenceLimit
    }
    let seatView = view.seats[seat.rawValue]
    if view.settings.isRated, seatView.hasResigned { return nil }
    if seatView.isSkipped, !canPassOn(from: member) { return nil }
    return since + LobbyLimits.disconnectionLimit
  }

  /// Whether the member owns the room and somebody present can inherit it.
  private func canPassOn(from member: Member) -> Bool {
    view.owner != nil && member.actor == view.owner && view.presentHeir != nil
  }

  /// Skips an absent player during a match, or removes the member otherwise.
  ///
  /// An expelled member is removed in a match too.
  private func removal(of member: Member, at now: ServerTime, lead: Duration) -> Step {
    var decision = deciding(at: Moment(now: now, lead: lead))
    if let seat = seat(of: member) {
      if view.isMatchRunning, !member.isExpelled {
        let passesOn = canPassOn(from: member)
        if !view.seats[seat.rawValue].isSkipped {
          decision.skip(seat, standIn: standIn(for: seat))
        }
        if passesOn { decision.emit(.ownerChanged(view.presentHeir)) }
        return Step(decision)
      }
      decision.vacate(seat)
    }
    return Step(decision, then: [.leave(member.session, nil, .gone)])
  }
}

extension Decision {
  /// Opens the next match with a new id; draws the theme if none is chosen.
  mutating func open(_ settings: MatchSettings, random: inout RandomStream) {
    emit(
      .opened(
        Event.Opened(
          matchID: random.identifier(), settings: settings.asPlayed,
          theme: settings.drawTheme(&random))))
  }

  /// Frees a seat.
  ///
  /// A running match is resigned first, and the room passes to the next owner if it was theirs.
  mutating func vacate(_ seat: SeatIndex) {
    let actor = view.seats[seat.rawValue].actor
    if view.isMatchRunning, !view.seats[seat.rawValue].hasResigned {
      do { try resign(seat) } catch {
        preconditionFailure("A seat of a running match could not resign: \(error.code).")
      }
    }
    emit(.vacated(seat))
    if view.owner == actor { emit(.ownerChanged(view.presentHeir ?? view.heir)) }
  }
}

extension MatchView {
  /// The next owner: the person who has been in the room longest.
  fileprivate var heir: ActorNumber? { heirs.compactMap(\.actor).min() }

  /// The same among players who are not skipped.
  fileprivate var presentHeir: ActorNumber? {
    heirs.filter { !$0.isSkipped }.compactMap(\.actor).min()
  }

  private var heirs: [SeatView] {
    seats.filter { $0.isTaken && $0.actor != owner && $0.player?.isBot == false }
  }
}

extension MatchSettings {
  /// The theme chosen, or one drawn.
  func drawTheme(_ random: inout RandomStream) -> String {
    guard theme == ThemeName.random else { return theme }
    return ThemeName.all[Int(random.below(UInt64(ThemeName.all.count)))]
  }
}

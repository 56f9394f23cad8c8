// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

extension Room {
  /// Whether the journal has been silent for so long that requests are refused.
  func isJournalLate(at now: ServerTime) -> Bool {
    guard !pending.isEmpty, let pendingSince else { return false }
    return now - pendingSince > LobbyLimits.journalTimeout
  }

  /// The next step the room takes by itself by `now`; nil if nothing is due.
  ///
  /// The match's own moves count up to when `input` was received, if one is queued: input that
  /// arrived in time is decided before anything that became due while it waited. While the match
  /// waits for its players after an outage, only an input of an active player makes overdue moves
  /// happen.
  mutating func chore(before input: RoomInput?, _ context: inout DecisionContext) -> Step? {
    let (now, lead) = (context.now, context.lead)
    if !isAwaitingPlayers(at: now) || isPlayedOn(by: input) {
      if let step = automaticMove(before: input, context) { return step }
      if let step = botStep(&context) { return step }
    }
    if let step = removal(at: now, lead: lead) { return step }
    if let readyTimeoutAt, readyTimeoutAt <= now { return eviction(at: now, lead: lead) }
    if let emptySince, emptySince + LobbyLimits.emptyLimit <= now { return Step([.close]) }
    if isToReopen { return reopening(at: now, &context) }
    if view.phase == .ended, view.at + LobbyLimits.idleLimit <= now {
      let everyone = members.map(\.session) + audience.sessions
      return Step(everyone.map { .leave($0, nil, .idle) } + [.close])
    }
    return nil
  }

  /// What the match does by its clock, and the refund that is due with it; nil for nothing.
  private func automaticMove(before input: RoomInput?, _ context: DecisionContext) -> Step? {
    let (now, lead) = (context.now, context.lead)
    let due = input?.received ?? now
    // Mostly nothing is due, even without the grace, which only defers; and a decision begins with
    // a copy of the match.
    if clockPause == nil, match.nextWake(lead: lead).map({ $0 > due }) ?? true { return nil }
    let grace = grace(inFaceOf: input)
    var decision = deciding(
      at: Moment(now: now, received: due, judged: now, lead: lead, grace: grace))
    let notices = decision.entries.count
    decision.wake()
    // A request carries the refund with it, so it needs no step of its own.
    guard
      decision.entries.count > notices
        || (notices > 0 && input == nil && isNoticeDue(at: now, lead: lead))
    else { return nil }
    return Step(decision)
  }

  /// A step that must land before `input` is decided: the return of a skipped player who acts.
  ///
  /// Nil if that player has disconnected since, or the seat would be skipped and returned without
  /// end.
  func prelude(to input: RoomInput, at now: ServerTime, lead: Duration) -> Step? {
    guard view.isMatchRunning, case .intent(_, let session, _, _) = input,
      let index = memberIndex(session), members[index].disconnectedAt == nil,
      let seat = view.seat(of: members[index].actor), view.seats[seat.rawValue].isSkipped
    else { return nil }
    var decision = deciding(at: Moment(now: now, lead: lead))
    decision.comeBack(seat)
    return Step(decision)
  }

  /// Decides `input` on the room's committed state.
  mutating func decide(_ input: RoomInput, _ context: inout DecisionContext) -> Step {
    do throws(Refusal) {
      switch input {
      case .open(let settings, let player, let session, let request):
        return open(settings, for: player, session, request, &context)
      case .join(let join, let isQuick, let player, let session, let request):
        let step = try self.join(join, isQuick: isQuick, player, session, request, context)
        if !step.entries.isEmpty { try pace(session, context) }
        return step
      case .leave(let session, let request):
        return leave(session, request, context)
      case .intent(let seen, let session, let request, let received):
        return try decide(seen, session, request, received: received, &context)
      }
    } catch {
      return refusal(error, of: input, context)
    }
  }

  /// Refuses an input.
  ///
  /// While the match waits for its players after an outage, its clock stands still: an active player
  /// who is told to wait would be told so again and again. The match goes on, so that the wait ends.
  private func refusal(
    _ refusal: Refusal, of input: RoomInput, _ context: DecisionContext
  ) -> Step {
    let effects = [RoomEffect.refuse(input.origin, refusal)]
    guard isAwaitingPlayers(at: context.now), isPlayedOn(by: input),
      refusal.code == .playTooEarly || refusal.code == .playStillShowing
    else { return Step(effects) }
    return Step(deciding(at: Moment(now: context.now, lead: context.lead)), then: effects)
  }

  /// When the room must be looked at again without any input; nil for never.
  ///
  /// While a batch or a handover waits for the journal, only spectators' deadlines count.
  func nextWake(lead: Duration) -> ServerTime? {
    assert(
      isEmpty == (emptySince != nil) || isClosed,
      "A room is empty exactly since a known time.")
    guard !isClosed else { return nil }
    var earliest = audience.nextDue
    guard pending.isEmpty, handover == nil else { return earliest }
    func wake(at time: ServerTime?) {
      earliest = earlier(earliest, time)
    }

    if let awaited = awaitsPlayers {
      wake(at: awaited)
    } else {
      if let clockPause, clockPause.until == nil {
        // Retry the journal as soon as allowed, once there is something to refund.
        wake(at: max(view.at, clockPause.since + .microseconds(1)))
      } else {
        wake(at: match.nextWake(lead: lead, grace: grace(inFaceOf: nil)))
      }
      wake(at: bots?.wakeAt)
    }
    wake(at: emptySince.map { $0 + LobbyLimits.emptyLimit })
    if view.phase == .ended {
      wake(at: isToReopen ? view.at : view.at + LobbyLimits.idleLimit)
    }
    for index in members.indices where members[index].disconnectedAt != nil {
      wake(at: absenceEnds(members[index]))
    }
    wake(at: audience.nextRemoval?.at)
    wake(at: readyTimeoutAt)
    return earliest.map { max($0, retryAt ?? $0) }
  }

  private mutating func decide(
    _ seen: IntentRequest, _ session: SessionID, _ request: RequestID, received: ServerTime,
    _ context: inout DecisionContext
  ) throws(Refusal) -> Step {
    guard let actor = actor(of: session), let seat = view.seat(of: actor) else {
      throw Refusal(.playNotSeated)
    }
    guard seen.seenSeq >= view.lastTurningPoint else {
      throw Refusal(.playStale, [Refusal.Fact("seq", "\(view.lastTurningPoint)")])
    }
    if view.settings.isFixed, !seen.intent.isOfFixedTable {
      throw Refusal(view.settings.isRated ? .roomRated : .roomDaily)
    }
    let grant = grant(on: seen, by: session, received: received)
    let moment = Moment(
      now: context.now, received: received, judged: received - (grant?.credit ?? .zero),
      lead: context.lead)
    var decision = deciding(at: moment, cause: Cause(actor: actor, request: request))
    var effects: [RoomEffect] = []
    switch seen.intent {
    case .configure(let settings):
      try decision.configure(settings, by: actor, random: &context.random)
    case .ready(let commit):
      try decision.ready(seat, commit: commit) { context.seed(for: view.settings) }
      if view.seats[seat.rawValue].isReady, decision.hasAnswer { try pace(session, context) }
    case .reveal(let entropy): try decision.reveal(entropy, by: seat)
    case .deal: try decision.deal()
    case .choose(let card): try decision.choose(card, by: seat)
    case .shuffle: try decision.shuffle(by: seat)
    case .restart: try decision.restart(by: seat, random: &context.random)
    case .rematch: try decision.rematch(random: &context.random)
    case .addBot(let level): try decision.addBot(level, by: actor)
    case .removeSeat(let other):
      let removed = try decision.remove(other, by: actor)
      effects += members.filter { $0.actor == removed }.map {
        .leave($0.session, nil, .removed)
      }
    case .resign: try decision.resign(seat)
    }
    if !decision.hasAnswer, let seq = formerAnswer(to: seen.intent, by: seat) {
      effects.append(.repeat(seq, Origin(session: session, request: request)))
    }
    var step = Step(decision, then: effects)
    step.grant = grant
    step.isClockPauseSettled = clockPause.map { !isBefore($0, moment) } ?? true
    return step
  }
}

extension Room {
  /// Enforces the rate limit on entries that a session may add at will.
  private mutating func pace(_ session: SessionID, _ context: DecisionContext) throws(Refusal) {
    guard let wait = changes.take(session, at: context.now) else { return }
    throw Refusal(
      .roomTooManyChanges, [Refusal.Fact("wait_us", "\(wait.wholeMicroseconds)")])
  }

  /// The entry that already put a seat into the state that an intent asks for.
  private func formerAnswer(to intent: Intent, by seat: SeatIndex) -> UInt64? {
    switch intent {
    case .ready: seatHistory[seat].readySeq
    case .restart: seatHistory[seat].consentSeq
    default: nil
    }
  }
}

extension Decision {
  /// Whether an entry answers the request behind the decision.
  fileprivate var hasAnswer: Bool { entries.contains { $0.cause == cause } }
}

extension Intent {
  /// Whether the intent is allowed at a rated table and at that of a daily deal, where nobody chooses
  /// opponents or restarts the match.
  fileprivate var isOfFixedTable: Bool {
    switch self {
    case .configure, .restart, .rematch, .addBot, .removeSeat: false
    case .ready, .reveal, .deal, .choose, .shuffle, .resign: true
    }
  }
}

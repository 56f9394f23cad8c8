// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Decision {
  /// Makes the automatic moves that were due when the moment's request was received, each announced
  /// its lead ahead.
  ///
  /// Called before every request and at every timer, whether or not anything is due. A request that
  /// arrived in time stays in time, however long it waits to be decided.
  public mutating func wake() {
    while let due = match.nextWake(lead: moment.lead, grace: moment.grace), due <= moment.received {
      let before = entries.count
      wakeOnce()
      precondition(
        entries.count > before, "A wake-up in phase \(view.phase) at seq \(view.seq) did nothing.")
    }
  }

  private mutating func wakeOnce() {
    switch view.phase {
    case .committing: closeCommitting()
    case .undealt:
      do { try deal() } catch {
        preconditionFailure("The deck could not be dealt by the clock: \(error.code).")
      }
    case .dealing:
      if match.isAnyonePlaying {
        passTurn(keeping: nil, at: max(view.deal?.playableAt ?? view.at, moment.scheduled))
      } else {
        end(.abandoned)
      }
    case .playing:
      if let settlesAt {
        settle(at: max(settlesAt, moment.scheduled))
      } else if let turn = view.turn {
        expire(turn)
      } else {
        end(.abandoned)
      }
    case .waiting, .ended: break
    }
  }

  /// When the two face-up cards turn back or leave; nil with fewer.
  var settlesAt: ServerTime? { match.settlesAt }

  /// Whether the two face-up cards are a pair.
  var isShowingMatch: Bool { match.isShowingMatch }

  /// Turns a mismatch back or removes a pair, then starts the next turn or ends the match.
  mutating func settle(at time: ServerTime) {
    let shown = view.faceUp
    let isMatch = isShowingMatch
    emit(
      .settled(
        isMatch ? Event.Settled(cleared: shown) : Event.Settled(turnedBack: shown)),
      at: time)
    if view.cards.allSatisfy({ $0.state == .cleared }) {
      end(.finished, at: time)
    } else {
      let keeps = isMatch && view.settings.mode.rules.pairKeepsTurn
      passTurn(keeping: keeps ? view.lastTurnSeat : nil, at: time)
    }
  }

  /// Begins the turn of `keeping` if that seat still plays, else of the next seat that does; with
  /// none, the match pauses.
  ///
  /// Automatic events between turns come first and may end the match.
  mutating func passTurn(keeping seat: SeatIndex?, at time: ServerTime) {
    let order = view.turnOrder
    let last = view.lastTurnSeat.flatMap { order.firstIndex(of: $0) }
    var candidates = last.map { Array(order[($0 + 1)...] + order[...$0]) } ?? order
    if let seat { candidates.insert(seat, at: 0) }
    guard let next = candidates.first(where: { view.seats[$0.rawValue].isPlaying }) else { return }
    guard goesOnUnlessStalemate(at: time) else { return }
    let start = shuffleIfDue(at: max(time, view.at))
    let limit = view.settings.turnLimit
    emit(
      .turnBegan(Event.TurnBegan(seat: next, deadline: limit == .zero ? nil : start + limit)),
      at: start)
  }

  /// Ends a turn whose time has run out.
  private mutating func expire(_ turn: MatchView.Turn) {
    let seat = view.seats[turn.seat.rawValue]
    if let deadline = turn.deadline {
      var changes: [ScoreChange] = []
      let cost = view.settings.mode.rules.idleTurnCost
      if cost > 0, view.faceUp.isEmpty {
        changes.append(
          ScoreChange(seat: turn.seat, card: nil, delta: -cost, total: seat.score - cost))
      }
      // Whole microseconds, so that an entry read back from the journal is the same entry.
      let refund = Duration.microseconds(moment.grace.wholeMicroseconds)
      emit(
        .turnExpired(
          Event.TurnExpired(
            seat: turn.seat, judgedAt: deadline, refund: refund, scoreChanges: changes)))
      if seat.expiredTurns + 1 >= Pace.expiredTurnsUntilAway { passOver(turn.seat) }
    } else {
      passOver(turn.seat)
    }
    if view.isMatchRunning { passTurnOnward() }
  }

  /// Skips a seat whose player is away until they return, or lets a bot stand in; at a rated table
  /// the seat resigns instead.
  private mutating func passOver(_ seat: SeatIndex, standIn: Player? = nil) {
    if view.settings.isRated { giveUp(seat) } else { emit(.skipped(seat, standIn: standIn)) }
  }

  /// Ends the present turn early and begins the next.
  ///
  /// A single face-up card turns back first, after everyone has seen it for the usual time.
  mutating func passTurnOnward() {
    if view.faceUp.count == 1 {
      emit(
        .settled(Event.Settled(turnedBack: view.faceUp)),
        at: max(moment.scheduled, view.lastRevealAt + view.settings.reveal))
    }
    passTurn(keeping: nil, at: moment.scheduled)
  }

  /// Skips a seat because its player is away, or lets a bot stand in; at a rated table the seat
  /// resigns instead.
  public mutating func skip(_ seat: SeatIndex, standIn: Player? = nil) {
    let hadTurn = view.turn?.seat == seat
    passOver(seat, standIn: standIn)
    if hadTurn, view.isMatchRunning { passTurnOnward() }
  }

  /// Lets a skipped seat play again.
  public mutating func comeBack(_ seat: SeatIndex) {
    emit(.returned(seat))
    if view.phase == .playing, view.turn == nil, view.faceUp.count < 2 {
      passTurn(keeping: nil, at: moment.scheduled)
    }
  }
}

extension Match {
  /// When the match must be woken without a request; nil for never.
  ///
  /// - Parameters:
  ///   - lead: how far ahead automatic moves are announced.
  ///   - grace: how long a turn stays open after its deadline.
  /// - Returns: the time, possibly in the past.
  public func nextWake(lead: Duration, grace: Duration = .zero) -> ServerTime? {
    switch view.phase {
    case .waiting, .ended: nil
    case .committing: view.phaseBeganAt + Pace.revealLimit
    case .undealt: view.phaseBeganAt + Pace.dealLimit
    case .dealing:
      if isAnyonePlaying {
        (view.deal?.playableAt ?? view.at) - lead
      } else {
        max(view.deal?.playableAt ?? view.at, view.at) + Pace.pauseLimit
      }
    case .playing:
      if let settlesAt {
        settlesAt - lead
      } else if let turn = view.turn {
        turn.deadline.map { $0 + grace } ?? (max(turn.beganAt, view.at) + Pace.idleLimit)
      } else {
        view.at + Pace.pauseLimit
      }
    }
  }

  /// Whether any seat takes turns now.
  var isAnyonePlaying: Bool { view.seats.contains { $0.isPlaying } }

  /// When the two face-up cards turn back or leave; nil with fewer.
  var settlesAt: ServerTime? {
    guard view.faceUp.count == 2 else { return nil }
    return view.lastRevealAt + (isShowingMatch ? Pace.matchShows : view.settings.reveal)
  }

  /// Whether the two face-up cards are a pair.
  var isShowingMatch: Bool {
    view.faceUp.count == 2 && view.faceUp.allSatisfy { view.card($0)?.state == .matched }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Decision {
  /// Does what was due when the moment's request was received: the server's own moves, each
  /// announced its lead ahead.
  ///
  /// Called before every request and at every wake-up; doing nothing is an answer too. A request
  /// that came in time is in time, however long it then waited to be decided.
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

  /// When the two cards that are up turn back or leave; nil with fewer up.
  var settlesAt: ServerTime? { match.settlesAt }

  /// Whether the two cards that are up are a pair.
  var isShowingMatch: Bool { match.isShowingMatch }

  /// Turns a mismatch back or takes a pair away, and goes on with the next turn or the end.
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
      let keeps = isMatch && view.settings.mode != .oneFlip
      passTurn(keeping: keeps ? view.lastTurnSeat : nil, at: time)
    }
  }

  /// Begins the turn of `keeping` if it still plays, else of the next seat that does; with none,
  /// the match pauses.
  ///
  /// What the rules do between two turns comes first, and may end the match.
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

  /// Ends a turn whose time ran out.
  private mutating func expire(_ turn: MatchView.Turn) {
    let chair = view.seats[turn.seat.rawValue]
    if let deadline = turn.deadline {
      var changes: [ScoreChange] = []
      if view.settings.mode == .memorize, view.faceUp.isEmpty {
        changes.append(
          ScoreChange(
            seat: turn.seat, card: nil, delta: -Pace.idleTurnCost,
            total: chair.score - Pace.idleTurnCost))
      }
      // Whole microseconds, so that an entry read back from the journal is the same entry.
      let refund = Duration.microseconds(moment.grace.wholeMicroseconds)
      emit(
        .turnExpired(
          Event.TurnExpired(
            seat: turn.seat, judgedAt: deadline, refund: refund, scoreChanges: changes)))
      if chair.expiredTurns + 1 >= Pace.expiredTurnsUntilAway { passOver(turn.seat) }
    } else {
      passOver(turn.seat)
    }
    if view.isMatchRunning { passTurnOnward() }
  }

  /// A seat whose player is away is passed over until they are back, or a bot's meanwhile; where the
  /// result counts, it has given up.
  private mutating func passOver(_ seat: SeatIndex, standIn: Player? = nil) {
    if view.settings.isRated { giveUp(seat) } else { emit(.skipped(seat, standIn: standIn)) }
  }

  /// Begins the next seat's turn in the middle of one; a single card that is up turns back first,
  /// once everyone has had the usual look at it.
  mutating func passTurnOnward() {
    if view.faceUp.count == 1 {
      emit(
        .settled(Event.Settled(turnedBack: view.faceUp)),
        at: max(moment.scheduled, view.lastRevealAt + view.settings.reveal))
    }
    passTurn(keeping: nil, at: moment.scheduled)
  }

  /// Passes a seat over from now on because its player is away, or lets a bot play there; where the
  /// result counts, it has given up.
  public mutating func skip(_ seat: SeatIndex, standIn: Player? = nil) {
    let hadTurn = view.turn?.seat == seat
    passOver(seat, standIn: standIn)
    if hadTurn, view.isMatchRunning { passTurnOnward() }
  }

  /// Lets a seat that was away play again.
  public mutating func comeBack(_ seat: SeatIndex) {
    emit(.returned(seat))
    if view.phase == .playing, view.turn == nil, view.faceUp.count < 2 {
      passTurn(keeping: nil, at: moment.scheduled)
    }
  }
}

extension Match {
  /// When the match must be woken although nobody asks for anything; nil for never.
  ///
  /// - Parameters:
  ///   - lead: how far ahead what the match does by itself is announced.
  ///   - grace: how long after its deadline the turn is still open.
  /// - Returns: a time that may have passed already.
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

  /// Whether any seat takes part in turns now.
  var isAnyonePlaying: Bool { view.seats.contains { $0.isPlaying } }

  /// When the two cards that are up turn back or leave; nil with fewer up.
  var settlesAt: ServerTime? {
    guard view.faceUp.count == 2 else { return nil }
    return view.lastRevealAt + (isShowingMatch ? Pace.matchShows : view.settings.reveal)
  }

  /// Whether the two cards that are up are a pair.
  var isShowingMatch: Bool {
    view.faceUp.count == 2 && view.faceUp.allSatisfy { view.card($0)?.state == .matched }
  }
}

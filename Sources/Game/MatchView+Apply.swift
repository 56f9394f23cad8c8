// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension MatchView {
  /// Folds the next entry in; traps unless it is the next in number and no earlier than the last.
  public mutating func apply(_ entry: Entry) {
    precondition(
      entry.seq == seq + 1,
      "Entry \(entry.seq) cannot follow \(seq): a log is folded in order and without gaps.")
    precondition(entry.at >= at, "Entry \(entry.seq) goes back in time.")
    seq = entry.seq
    at = entry.at
    apply(entry.event)
  }

  /// Applies an event at the view's present `at` and `seq`.
  ///
  /// An unknown seat or card (a peer's mistake) changes nothing; it never traps.
  private mutating func apply(_ event: Event) {
    switch event {
    case .opened(let opened): open(opened)
    case .configured(let settings, let theme): configure(settings, theme: theme)
    case .seated(let seated):
      lastActor = max(lastActor, seated.actor)
      change(seated.seat) {
        // A known player may resume the match as another member.
        if !$0.isTaken || $0.player?.id == nil || $0.player?.id != seated.player.id {
          $0 = SeatView()
        }
        $0.player = seated.player
        $0.actor = seated.actor
      }
    case .vacated(let seat): vacate(seat)
    case .ownerChanged(let actor): owner = actor
    case .skipped(let seat, let standIn):
      change(seat) {
        $0.isSkipped = true
        $0.standIn = standIn
      }
      endTurn(of: seat)
    case .returned(let seat):
      change(seat) {
        $0.isSkipped = false
        $0.standIn = nil
        $0.expiredTurns = 0
      }
    case .readied(let seat, let commit):
      change(seat) {
        $0.isReady = true
        $0.entropyCommit = commit
      }
    case .consented(let seat): change(seat) { $0.hasConsented = true }
    case .committed(let committed):
      seedCommit = committed.seedCommit
      enter(.committing)
      leaveCommittingIfRevealed()
    case .revealed(let seat, let entropy):
      change(seat) { $0.entropy = entropy }
      leaveCommittingIfRevealed()
    case .dealt(let dealt): lay(dealt)
    case .turnBegan(let began):
      if phase != .playing { enter(.playing) }
      turn = Turn(seat: began.seat, beganAt: at, deadline: began.deadline)
      lastTurnSeat = began.seat
      lastTurningPoint = seq
      // Agreements to restart lapse with the turn.
      for index in seats.indices { seats[index].hasConsented = false }
    case .flipped(let flip): turnUp(flip)
    case .settled(let settled): settle(settled)
    case .shuffled(let shuffled): move(shuffled)
    case .turnExpired(let expired):
      credit(expired.scoreChanges)
      change(expired.seat) { $0.expiredTurns += 1 }
      if turn != nil { countPassedTurn() }
      turn = nil
    case .resigned(let seat):
      change(seat) { $0.hasResigned = true }
      endTurn(of: seat)
    case .stalemateWarning(let turns): tally.untilStalemate = min(max(turns, 0), 255)
    case .ended(let ended): end(ended)
    case .clockAdjusted(let length): standStill(for: length)
    case .unrecognized: break
    }
  }

  /// Changes a seat, if it exists.
  mutating func change(_ seat: SeatIndex, _ body: (inout SeatView) -> Void) {
    guard seats.indices.contains(seat.rawValue) else { return }
    body(&seats[seat.rawValue])
  }

  private mutating func endTurn(of seat: SeatIndex) {
    guard turn?.seat == seat else { return }
    countPassedTurn()
    turn = nil
  }

  mutating func credit(_ changes: [ScoreChange]) {
    for scoreChange in changes {
      change(scoreChange.seat) { $0.score = scoreChange.total }
    }
  }

  mutating func enter(_ next: Phase) {
    phase = next
    phaseBeganAt = at
  }

  private mutating func open(_ opened: Event.Opened) {
    var next = betweenMatches
    next.phase = .waiting
    next.matchID = opened.matchID
    next.phaseBeganAt = at
    next.lastTurningPoint = seq
    self = next
    configure(opened.settings, theme: opened.theme)
  }

  private mutating func configure(_ settings: MatchSettings, theme: String) {
    self.settings = settings
    self.theme = theme
    let count = min(max(settings.seats, 0), SeatIndex.limit)
    seats = Array(seats.prefix(count))
    while seats.count < count { seats.append(SeatView()) }
    for index in seats.indices {
      seats[index].isReady = false
      seats[index].entropyCommit = []
    }
  }

  private mutating func vacate(_ seat: SeatIndex) {
    let keepsResult = isMatchRunning || phase == .ended
    change(seat) {
      if keepsResult { $0.actor = nil } else { $0 = SeatView() }
    }
  }

  private mutating func leaveCommittingIfRevealed() {
    guard phase == .committing else { return }
    let waits = seats.contains { !$0.entropyCommit.isEmpty && $0.entropy == nil }
    if !waits { enter(.undealt) }
  }

  private mutating func end(_ ended: Event.Ended) {
    enter(.ended)
    turn = nil
    standings = ended.standings
    endReason = ended.reason
    seed = ended.seed
    lastTurningPoint = seq
    for index in cards.indices { cards[index].bonus.stop(at: at) }
  }
}

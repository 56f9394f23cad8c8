// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Protocol

/// A room: its log, the match that the log folds into, its members, and their audience.
///
/// A room decides one input at a time. The decision waits for the journal as `pending`; until it
/// lands, nothing else is decided and inputs queue up, so nothing leaves the room that was computed
/// from an entry that might be lost. Inputs that queued up meanwhile are decided together, each on
/// what the one before it will have changed, and land together. A batch that fails leaves no trace.
///
/// | State | Meaning | Next state |
/// |---|---|---|
/// | new | The log is empty, its first batch is pending. | waiting; closed if the batch fails |
/// | waiting | Players take seats and get ready. | committing, once all seats are ready |
/// | committing | Players reveal their shares. | undealt; ended if a rated share is withheld |
/// | undealt | The deck waits to be dealt. | dealing, on request or by the clock |
/// | dealing | Cards fly to their places. | playing, with the first turn |
/// | playing | Turns are taken. | ended |
/// | ended | The result stands. | waiting for the next match; closed after `idleLimit` |
/// | closed | The directory removes the room; the journal keeps its code from reuse. | |
///
/// From waiting to ended, the state is `MatchView.Phase`, a fold of the log. A match under way may
/// end early, and an empty room closes after `emptyLimit` in any state.
struct Room: Sendable {
  let id: RoomID
  /// It changes only while the room is new: another room may have it.
  private(set) var code: RoomCode
  /// The request that opened it; nil while it is new, or if nobody knows.
  private(set) var opener: Origin?
  /// The settings it was opened with.
  let openedFor: MatchSettings
  private(set) var match: Match
  /// Every entry that has landed.
  private(set) var log = RoomLog()
  /// Facts about seats from the log that the view does not keep.
  private(set) var seatHistory = SeatHistory()
  /// Rate limit on joining and on changing commitments.
  var changes = ChangePace()
  /// Those with a seat, in the order in which they came.
  var members: [Member] = []
  /// The steps of the batch that waits for the journal; empty if none does.
  private(set) var pending: [Step] = []
  /// When they were handed to the journal.
  private(set) var pendingSince: ServerTime?
  private(set) var waiting: Deque<RoomInput> = []
  /// When the room may retry its own steps after a journal failure; nil without one.
  private(set) var retryAt: ServerTime?
  /// Lost time that has not been refunded yet; nil for none.
  private(set) var clockPause: ClockPause? {
    didSet {
      assert(
        clockPause.map { ($0.until ?? $0.since) >= $0.since } ?? true,
        "A clock pause does not end before it began.")
    }
  }
  /// Since when the room has been empty; nil while somebody plays or watches.
  var emptySince: ServerTime?
  /// When the server last resumed after an outage; nil for never.
  private(set) var resumedAt: ServerTime?
  /// The base view for players who enter; it follows the log at a distance.
  @Boxed var base = MatchView()
  /// The server's own bots at this table; nil for none.
  @Boxed var bots: ServerBots?
  /// Those who watch, and what they may see.
  var audience: Audience
  /// The part that the directory's tables mirror; nil before its first input.
  var state: RoomState?
  /// Whether the room is closed and only awaits removal.
  private(set) var isClosed = false
  /// How far it is handed over to another node; nil unless it is.
  var handover: Handover?

  /// A room with an empty log.
  init(
    id: RoomID, code: RoomCode, for settings: MatchSettings, dealer: Dealer, at now: ServerTime
  ) {
    self.id = id
    self.code = code
    openedFor = settings
    match = Match(dealer: dealer)
    audience = Audience(of: id, code)
    emptySince = now
  }

  /// Restores a room from its log, with the spectators who may return.
  ///
  /// Everyone is disconnected since `last`, when the server was last alive. The room's clock stopped
  /// at `since`, if that is earlier.
  init(
    _ folded: FoldedRoom, spectators: [SpectatorRecord] = [], aliveUntil last: ServerTime,
    pausedSince since: ServerTime?
  ) {
    precondition(
      folded.log.count == Int(folded.match.view.seq), "A restored log is whole and folded.")
    id = folded.id
    code = folded.code
    opener = folded.opener
    openedFor = folded.match.view.settings
    match = folded.match
    log = RoomLog(folded.log)
    seatHistory = SeatHistory(folded.log)
    audience = Audience(of: id, code, restoring: spectators, at: last)
    for var member in folded.members {
      member.disconnectedAt = last
      members.append(member)
    }
    emptySince = isEmpty ? last : nil
    if let since, since < last, match.view.isMatchRunning {
      clockPause = ClockPause(reason: .outage(until: last), since: since)
    }
  }

  var view: MatchView { match.view }

  // MARK: Inputs, one at a time

  /// Queues an input, and decides as much as possible now.
  mutating func handle(_ input: RoomInput, _ context: inout DecisionContext) {
    if case .leave(let session, let request) = input,
      audience.contains(session) || audience.isArriving(session)
    {
      // The log does not change, so there is no need to wait for the journal.
      return perform([.leave(session, request, .asked)], &context)
    }
    guard waiting.count < LobbyLimits.inputsWaiting, !isJournalLate(at: context.now) else {
      return refuse(input.origin, Refusal(.journalUnavailable), &context)
    }
    waiting.append(input)
    advance(&context)
  }

  /// Takes due steps and decides queued inputs, until a step waits for the journal.
  mutating func advance(_ context: inout DecisionContext) {
    release(&context)
    beginHandover(&context)
    while pending.isEmpty, !isClosed, handover == nil {
      let input = waiting.first
      if let step = chore(before: input, &context) {
        assert(
          !step.entries.isEmpty || !step.effects.isEmpty,
          "A step of the room's own changes something, or it would be due forever.")
        if let retryAt, context.now < retryAt {
          return refuseWaiting(&context) { _ in Refusal(.journalUnavailable) }
        }
        take(step, &context)
      } else if let input {
        var step: Step
        if let prelude = prelude(to: input, at: context.now, lead: context.lead) {
          step = prelude
        } else {
          waiting.removeFirst()
          step = decide(input, &context)
        }
        step.origin = input.origin
        take(step, &context)
      } else {
        if hasIdleClockPause(at: context.now) { clockPause = nil }
        return
      }
    }
    guard isClosed else { return }
    audience.refuseArrivals(.unknownCode(code), &context)
    refuseWaiting(&context) { input in
      guard case .join(let join, _, _, _, _) = input else { return Refusal(.roomNotIn) }
      return .unknownCode(RoomCode(join.code))
    }
  }

  /// The journal has recorded the pending steps: entries join the log, and effects happen.
  mutating func landed(_ context: inout DecisionContext) {
    guard let first = pending.first else {
      preconditionFailure("The journal landed a batch of room \(id.rawValue) that none waited for.")
    }
    precondition(
      first.entries.first?.seq == view.seq + 1, "A batch lands on the log it was decided on.")
    let steps = pending
    pending = []
    retryAt = nil
    if log.isEmpty { opener = first.origin }
    let wasRunning = view.isMatchRunning
    for step in steps { apply(step, &context) }
    assert(isSeatHistoryConsistent, "History and view agree about who is ready.")
    clockPause = clockPause(after: steps, waitedSince: pendingSince ?? context.now, at: context.now)
    passOn(steps.entries, wasRunning: wasRunning, &context)
    for step in steps {
      if let origin = step.origin, let answer = Answer(step.entries, to: origin, in: id) {
        context.answers.append(answer)
      }
      perform(step.effects, for: step.origin, &context)
    }
    dismissSpectatorsIfLocked(&context)
    advance(&context)
  }

  /// Applies a step to the log and to all that follows from it.
  private mutating func apply(_ step: Step, _ context: inout DecisionContext) {
    if let record = step.sealed {
      precondition(
        record.matchID == view.matchID, "A sealed record belongs to the match it is applied to.")
      match.apply(record)
    }
    for entry in step.entries {
      match.apply(entry)
      seatHistory.add(entry)
    }
    log.append(step.entries)
    assert(log.lastSeq == view.seq, "The view is the fold of the log.")
    bots?.append(step.entries)
    settleGrants(of: step, &context)
  }

  /// The journal has not recorded the pending steps: their requests are refused, and a step of the
  /// room's own is retried later.
  mutating func failed(_ context: inout DecisionContext) {
    let steps = pending
    precondition(
      !steps.isEmpty, "The journal failed a batch of room \(id.rawValue) that none waited for.")
    pending = []
    clockPause = clockPause(afterFailureSince: pendingSince ?? context.now)
    for step in steps {
      guard let origin = step.origin else { continue }
      if waiting.first?.origin == origin { waiting.removeFirst() }
      refuse(origin, Refusal(.journalUnavailable), &context)
    }
    if steps.contains(where: { $0.origin == nil }) || clockPause != nil {
      retryAt = context.now + LobbyLimits.journalRetry
    }
    if view.seq == 0 { isClosed = true }
    advance(&context)
  }

  /// The journal has not opened the room under its code: it is opened as `code`.
  mutating func reopen(as code: RoomCode, _ context: inout DecisionContext) {
    guard pending.count == 1, let step = pending.first, log.isEmpty else {
      preconditionFailure("Room \(id.rawValue) is open, or was never to be opened.")
    }
    self.code = code
    audience = Audience(of: id, code)
    pending = []
    take(step, &context)
  }

  /// Resumes after `outage`; no timeout of the match, of a disconnected member or of an empty room
  /// has advanced meanwhile.
  mutating func resume(after outage: Duration, _ context: inout DecisionContext) {
    if view.isMatchRunning {
      // Time before the last entry has already been refunded, whenever the server was last seen.
      let since = max(context.now - outage, min(view.at, context.now))
      let before = clockPause?.length(at: since) ?? .zero
      clockPause = ClockPause(reason: .outage(until: context.now), since: since - before)
    }
    emptySince = emptySince.map { min($0 + outage, context.now) }
    resumedAt = context.now
    for index in members.indices {
      members[index].disconnectedAt = members[index].disconnectedAt.map {
        min($0 + outage, context.now)
      }
    }
    audience.forgive(outage, now: context.now)
    // The previous process may have locked the room without removing its spectators.
    dismissSpectatorsIfLocked(&context)
    advance(&context)
  }

  /// Replaces the room's state by what the journal has, after an append with unknown outcome.
  ///
  /// If the journal's log ends with the pending entries, they have landed; if it ends before them,
  /// they have failed. Any other log was written by another process: the room resumes from it, and
  /// every member gets a fresh base.
  mutating func reread(_ stored: FoldedRoom, _ context: inout DecisionContext) {
    if !pending.isEmpty, stored.log == log.entries + pending.entries { return landed(&context) }
    if stored.log != log.entries {
      match = stored.match
      log = RoomLog(stored.log)
      seatHistory = SeatHistory(stored.log)
      base = MatchView()
      bots = nil
      audience.reset()
      audience.refuseArrivals(Refusal(.journalUnavailable), &context)
      let gone = members.filter { member in
        !stored.members.contains { $0.actor == member.actor }
      }
      perform(gone.map { .leave($0.session, nil, .gone) }, &context)
      dismissSpectatorsIfLocked(&context)
      refillAudience(asOf: context.now, now: context.now)
      perform(
        (playersListening + audience.listeners).map { .resume($0, afterSeq: nil) }, &context)
    }
    failed(&context)
  }

  /// Hands a step to the journal, together with what follows from the inputs that wait; a step
  /// without entries takes effect at once.
  private mutating func take(_ step: Step, _ context: inout DecisionContext) {
    precondition(pending.isEmpty && !isClosed, "Only one batch at a time waits for the journal.")
    guard !step.entries.isEmpty else { return perform(step.effects, for: step.origin, &context) }
    let steps = waiting.isEmpty ? [step] : [step] + followers(of: step, &context)
    context.outputs.append(.append(batch(of: steps)))
    pending = steps
    pendingSince = context.now
  }

  /// Decides waiting intents on the room as it will be once `step` has landed, as long as each only
  /// adds entries or is refused; they leave the queue, and the room is otherwise as before.
  private mutating func followers(of step: Step, _ context: inout DecisionContext) -> [Step] {
    guard step.isPlain else { return [] }
    let (before, end) = ((match, seatHistory, clockPause, bots, members), log.lastSeq)
    var ahead = context  // What happens when a step lands does not happen yet.
    var steps = [step]
    while steps.count < LobbyLimits.stepsPerBatch, let last = steps.last,
      let input = waiting.first, case .intent = input  // A join would already tell the audience.
    {
      apply(last, &ahead)
      if last.isClockPauseSettled, !last.entries.isEmpty { clockPause = nil }
      guard chore(before: input, &context) == nil,
        prelude(to: input, at: context.now, lead: context.lead) == nil
      else { break }
      let paces = changes
      var next = decide(input, &context)
      next.origin = input.origin
      guard next.isPlain else {
        changes = paces  // It is decided again once these have landed.
        break
      }
      waiting.removeFirst()
      steps.append(next)
    }
    (match, seatHistory, clockPause, bots, members) = before
    log.removeEntries(after: end)
    return Array(steps.dropFirst())
  }

  /// Closes the room; the directory removes it.
  mutating func close() { isClosed = true }

  func refuse(_ origin: Origin, _ refusal: Refusal, _ context: inout DecisionContext) {
    context.outputs.append(.refused(origin.session, origin.request, refusal))
  }

  /// Refuses every queued input.
  private mutating func refuseWaiting(
    _ context: inout DecisionContext, with refusal: (RoomInput) -> Refusal
  ) {
    while let input = waiting.popFirst() { refuse(input.origin, refusal(input), &context) }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// A room: its log, the match the log folds into, and who is in it.
///
/// A room decides one input at a time. What a decision made waits for the journal as `pending`;
/// until it has landed the room decides nothing more and its inputs wait in order, so nothing is
/// ever computed from an entry that might be lost. If it does not land, it is as if it had never
/// been decided.
struct Room: Sendable {
  let id: RoomID
  let code: RoomCode
  /// The rules it was opened for.
  let openedFor: MatchSettings
  private(set) var match: Match
  /// Every entry that has landed.
  private(set) var log: [Entry] = []
  /// What the log says of the seats beside the view.
  private(set) var seatHistory = SeatHistory()
  /// How often sessions have joined, and changed their commitments.
  var changes = ChangePace()
  var members = MemberTable()
  private(set) var pending: Step?
  /// Since when it waits.
  private(set) var pendingSince: ServerTime?
  private var waiting: Deque<RoomInput> = []
  /// Until when what the room does by itself leaves the journal alone; nil while that works.
  private(set) var retryAt: ServerTime?
  /// Time in which nobody could go on with the match, until it is given back; nil for none.
  private(set) var clockPause: ClockPause?
  /// Since when nobody is here.
  var emptySince: ServerTime?
  /// When the server was last back after an outage; nil for never.
  private(set) var resumedAt: ServerTime?
  /// What players who enter start from, followed as time goes by.
  var base = MatchView()
  /// The server's own bots here; nil for none.
  var bots: ServerBots?
  /// What those who watch are sent, and when.
  var feed = ViewerFeed()
  /// Who is to watch once the journal has it.
  var arrivals: [SessionID: Arrival] = [:]
  /// Viewers may have been sent this much by a server before this one, which noted only now and then
  /// how late it was; 0 where they have all there is.
  var refedThrough: UInt64 = 0
  /// How many watch, as everyone was last told, and when that was.
  var announcedAudience: (count: Int, at: ServerTime?) = (0, nil)
  /// What the directory's census has of this room; nil before it has looked.
  var counted: RoomCounts?
  /// Whether the room has ended its life and only awaits removal.
  private(set) var isClosed = false

  /// A room in which nothing has happened.
  init(
    id: RoomID, code: RoomCode, for settings: MatchSettings, dealer: Dealer, at now: ServerTime
  ) {
    self.id = id
    self.code = code
    openedFor = settings
    match = Match(dealer: dealer)
    emptySince = now
  }

  /// A room that goes on where its log ends; nobody is connected to it any more.
  ///
  /// - Parameters:
  ///   - folded: the room.
  ///   - viewers: those who watched and may come back.
  ///   - last: when a server was last alive.
  ///   - since: since when its match has stood still, where that is longer; nil for not.
  init(
    _ folded: FoldedRoom, viewers: [Viewing] = [], aliveUntil last: ServerTime,
    standsStillSince since: ServerTime?
  ) {
    id = folded.id
    code = folded.code
    openedFor = folded.match.view.settings
    match = folded.match
    log = folded.log
    seatHistory = SeatHistory(folded.log)
    for var member in folded.members + viewers.map(Member.init) {
      member.disconnectedAt = last
      members.insert(member)
    }
    emptySince = members.isEmpty ? last : nil
    if let since, since < last, match.view.isMatchRunning {
      clockPause = ClockPause(reason: .outage(until: last), since: since)
    }
  }

  var view: MatchView { match.view }

  /// Whether a session is in the room, or has asked to be and has no answer yet.
  func involves(_ session: SessionID) -> Bool {
    member(session) != nil || isArriving(session)
      || pending?.origin?.session == session
      || pending?.effects.contains { $0.session == session } == true
      || waiting.contains { $0.origin.session == session }
  }

  /// How many have asked for a seat and have no answer yet, whoever opens the room included.
  var arriving: Int {
    waiting.count { $0.isArrival }
      + (pending?.effects.count {
        if case .enter(let member) = $0 { member.role == .player } else { false }
      } ?? 0)
  }

  /// Whether a request has yet to be answered.
  func isDeciding(_ origin: Origin) -> Bool {
    pending?.origin == origin || waiting.contains { $0.origin == origin }
  }

  // MARK: Inputs, one at a time

  /// Takes an input in turn and does what can be done now.
  mutating func handle(_ input: RoomInput, _ context: inout DecisionContext) {
    if case .leave(let session, let request) = input,
      member(session)?.role == .spectator || isArriving(session)
    {
      // Nothing in the log changes by it, so it need not wait for the journal.
      return perform([.leave(session, request, .asked)], &context)
    }
    guard waiting.count < LobbyLimits.inputsWaiting, !isJournalLate(at: context.now) else {
      return refuse(input.origin, Refusal(.journalUnavailable), &context)
    }
    waiting.append(input)
    advance(&context)
  }

  /// Whether the journal has not answered for so long that it is not to be waited for.
  private func isJournalLate(at now: ServerTime) -> Bool {
    guard pending != nil, let pendingSince else { return false }
    return now - pendingSince > LobbyLimits.journalTimeout
  }

  /// Decides what is due and what waits, until a decision waits for the journal.
  mutating func advance(_ context: inout DecisionContext) {
    release(&context)
    while pending == nil, !isClosed {
      let input = waiting.first
      if let step = chore(before: input, &context) {
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
        return forgetClockPause(context)
      }
    }
    guard isClosed else { return }
    refuseArrivals(.unknownCode(code), &context)
    refuseWaiting(&context) { input in
      guard case .join(let join, _, _, _) = input else { return Refusal(.roomNotIn) }
      return .unknownCode(join.code)
    }
  }

  /// The journal has the pending entries: they are the log now, and their effects happen.
  mutating func landed(_ context: inout DecisionContext) {
    guard let step = pending else {
      preconditionFailure("The journal landed a batch of room \(id.rawValue) that none waited for.")
    }
    pending = nil
    retryAt = nil
    let wasRunning = view.isMatchRunning
    let result = MatchResult(of: view, by: step.entries)
    if let record = step.sealed { match.apply(record) }
    for entry in step.entries {
      match.apply(entry)
      seatHistory.add(entry)
    }
    log += step.entries
    if let origin = step.origin, let answer = Answer(step.entries, to: origin, in: id) {
      context.answers.append(answer)
    }
    bots?.append(step.entries)
    clockPause = clockPause(after: step, waitedSince: pendingSince ?? context.now, at: context.now)
    compensator(step, &context)
    passOn(step.entries, wasRunning: wasRunning, &context)
    if let result { context.outputs.append(.ended(result)) }
    perform(step.effects, for: step.origin, &context)
    dismissViewersIfLocked(&context)
    advance(&context)
  }

  /// The journal does not have the pending entries: who asked for them is told, and what the room
  /// does by itself is tried again later.
  mutating func failed(_ context: inout DecisionContext) {
    guard let step = pending else {
      preconditionFailure("The journal failed a batch of room \(id.rawValue) that none waited for.")
    }
    pending = nil
    clockPause = clockPause(afterFailureSince: pendingSince ?? context.now)
    if let origin = step.origin {
      if waiting.first?.origin == origin { waiting.removeFirst() }
      refuse(origin, Refusal(.journalUnavailable), &context)
    }
    if step.origin == nil || clockPause != nil { retryAt = context.now + LobbyLimits.journalRetry }
    if view.seq == 0 { isClosed = true }
    advance(&context)
  }

  /// The server was away for `outage`, and the room is as the journal has it: match, patience with
  /// who has no connection and with emptiness have stood still.
  mutating func resume(after outage: Duration, _ context: inout DecisionContext) {
    if view.isMatchRunning {
      // What came before the last entry has been given back, whenever a server was seen last.
      let since = max(context.now - outage, min(view.at, context.now))
      let before = clockPause?.length(at: since) ?? .zero
      clockPause = ClockPause(reason: .outage(until: context.now), since: since - before)
    }
    emptySince = emptySince.map { min($0 + outage, context.now) }
    resumedAt = context.now
    members.forgive(outage, now: context.now)
    // The process may have died between locking the room and telling those who watched.
    dismissViewersIfLocked(&context)
    advance(&context)
  }

  /// A clock pause of which nothing can be given back needs no entry.
  private mutating func forgetClockPause(_ context: DecisionContext) {
    guard let clockPause, clockPause.reason != .lateNotice,
      clockPause.length(at: context.now) > .zero, !isAwaitingPlayers(at: context.now)
    else { return }
    self.clockPause = nil
  }

  /// The journal was read again, and `stored` is all it has of the room.
  ///
  /// Where that goes on with the pending entries they have landed, where it ends before them they
  /// have not. A log of any other kind was written by somebody else: the room goes on from it, and
  /// everyone here is given it anew.
  mutating func reread(_ stored: FoldedRoom, _ context: inout DecisionContext) {
    if let pending, stored.log == log + pending.entries { return landed(&context) }
    if stored.log != log {
      match = stored.match
      log = stored.log
      seatHistory = SeatHistory(stored.log)
      base = MatchView()
      bots = nil
      feed = ViewerFeed()
      refuseArrivals(Refusal(.journalUnavailable), &context)
      let gone = members.players.filter { member in
        !stored.members.contains { $0.actor == member.actor }
      }
      perform(gone.map { .leave($0.session, nil, .gone) }, &context)
      dismissViewersIfLocked(&context)
      refeed(asOf: context.now, now: context.now)
      perform(listeners.map { .resume($0, afterSeq: nil) }, &context)
    }
    failed(&context)
  }

  private mutating func take(_ step: Step, _ context: inout DecisionContext) {
    guard !step.entries.isEmpty else { return perform(step.effects, for: step.origin, &context) }
    context.outputs.append(.append(id, batch(of: step)))
    pending = step
    pendingSince = context.now
  }

  /// Lets effects happen; `origin` is the request that they answer, if one does.
  mutating func perform(
    _ effects: [RoomEffect], for origin: Origin? = nil, _ context: inout DecisionContext
  ) {
    for effect in effects {
      let request = origin?.session == effect.session ? origin?.request : nil
      switch effect {
      case .enter(let member): enter(member, joined(member, by: request, at: context.now), &context)
      case .watch(let origin): expect(origin, &context)
      case .resume(let session, let afterSeq):
        guard let member = member(session) else { continue }
        let answer = joined(member, by: request, after: afterSeq, at: context.now)
        members.change(session) {
          $0.isListening = true
          // A viewer's base may be older after a restart: it resumes from there too.
          $0.firstSeq = min($0.firstSeq, answer.base?.seq ?? .max)
        }
        context.outputs.append(.joined(session, answer))
        tellWhoIsHere(session, member.role, &context)
      case .leave(let session, let request, let reason):
        let role = members.remove(session)?.role
        forgetViewer(session, role, &context)
        if members.isEmpty { emptySince = context.now }
        context.outputs.append(.left(session, request, reason: reason))
        if role == .player { announcePresence(&context) } else { announceAudience(&context) }
      case .refuse(let origin, let refusal): refuse(origin, refusal, &context)
      case .repeat(let seq, let origin):
        let entry = log[Int(seq) - 1]
        context.outputs.append(.entries([entry], to: [origin.session]))
        context.answers.append(Answer(origin: origin, room: id, entries: seq...seq))
      case .blame(let playerID): context.withheld.append(playerID)
      case .close:
        isClosed = true
      }
    }
  }

  /// Somebody is in, and is told everything it may know.
  mutating func enter(_ newcomer: Member, _ answer: JoinedRoom, _ context: inout DecisionContext) {
    var member = newcomer
    member.firstSeq = answer.base?.seq ?? 0
    member.isListening = true
    members.insert(member)
    emptySince = nil
    context.outputs.append(.joined(member.session, answer))
    greet(member, &context)
  }

  func refuse(_ origin: Origin, _ refusal: Refusal, _ context: inout DecisionContext) {
    context.outputs.append(.refused(origin.session, origin.request, refusal))
  }

  /// Answers everything that waits with a refusal.
  private mutating func refuseWaiting(
    _ context: inout DecisionContext, with refusal: (RoomInput) -> Refusal
  ) {
    while let input = waiting.popFirst() { refuse(input.origin, refusal(input), &context) }
  }
}

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
  private(set) var seatBook = SeatBook()
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
  private(set) var standstill: Standstill?
  /// Since when nobody is here.
  var emptySince: ServerTime?
  /// When the server was last back after an outage; nil for never.
  private(set) var resumedAt: ServerTime?
  /// What players who enter start from, followed as time goes by.
  var base = MatchView()
  /// The server's own bots here; nil for none.
  var bots: HouseBots?
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
  var counted: Headcount?
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
    seatBook = SeatBook(folded.log)
    for var member in folded.members + viewers.map(Member.init) {
      member.disconnectedAt = last
      members.insert(member)
    }
    emptySince = members.isEmpty ? last : nil
    if let since, since < last, match.view.isMatchRunning {
      standstill = Standstill(reason: .outage(until: last), since: since)
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
  mutating func handle(_ input: RoomInput, _ desk: inout Desk) {
    if case .leave(let session, let request) = input,
      member(session)?.role == .spectator || isArriving(session)
    {
      // Nothing in the log changes by it, so it need not wait for the journal.
      return perform([.leave(session, request, .asked)], &desk)
    }
    guard waiting.count < Courtesy.inputsWaiting, !isJournalLate(at: desk.now) else {
      return refuse(input.origin, Refusal(.journalUnavailable), &desk)
    }
    waiting.append(input)
    advance(&desk)
  }

  /// Whether the journal has not answered for so long that it is not to be waited for.
  private func isJournalLate(at now: ServerTime) -> Bool {
    guard pending != nil, let pendingSince else { return false }
    return now - pendingSince > Courtesy.journalPatience
  }

  /// Decides what is due and what waits, until a decision waits for the journal.
  mutating func advance(_ desk: inout Desk) {
    release(&desk)
    while pending == nil, !isClosed {
      let input = waiting.first
      if let step = chore(before: input, &desk) {
        if let retryAt, desk.now < retryAt {
          return refuseWaiting(&desk) { _ in Refusal(.journalUnavailable) }
        }
        take(step, &desk)
      } else if let input {
        var step: Step
        if let prelude = prelude(to: input, at: desk.now, lead: desk.lead) {
          step = prelude
        } else {
          waiting.removeFirst()
          step = decide(input, &desk)
        }
        step.origin = input.origin
        take(step, &desk)
      } else {
        return forgetStandstill(desk)
      }
    }
    guard isClosed else { return }
    refuseArrivals(.unknownCode(code), &desk)
    refuseWaiting(&desk) { input in
      guard case .join(let join, _, _, _) = input else { return Refusal(.roomNotIn) }
      return .unknownCode(join.code)
    }
  }

  /// The journal has the pending entries: they are the log now, and their effects happen.
  mutating func landed(_ desk: inout Desk) {
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
      seatBook.add(entry)
    }
    log += step.entries
    if let origin = step.origin, let answer = Answer(step.entries, to: origin, in: id) {
      desk.answers.append(answer)
    }
    bots?.append(step.entries)
    standstill = standstill(after: step, waitedSince: pendingSince ?? desk.now, at: desk.now)
    judge(step, &desk)
    passOn(step.entries, wasRunning: wasRunning, &desk)
    if let result { desk.outputs.append(.ended(result)) }
    perform(step.effects, for: step.origin, &desk)
    dismissViewersIfLocked(&desk)
    advance(&desk)
  }

  /// The journal does not have the pending entries: who asked for them is told, and what the room
  /// does by itself is tried again later.
  mutating func failed(_ desk: inout Desk) {
    guard let step = pending else {
      preconditionFailure("The journal failed a batch of room \(id.rawValue) that none waited for.")
    }
    pending = nil
    standstill = standstill(afterFailureSince: pendingSince ?? desk.now)
    if let origin = step.origin {
      if waiting.first?.origin == origin { waiting.removeFirst() }
      refuse(origin, Refusal(.journalUnavailable), &desk)
    }
    if step.origin == nil || standstill != nil { retryAt = desk.now + Courtesy.journalRetry }
    if view.seq == 0 { isClosed = true }
    advance(&desk)
  }

  /// The server was away for `outage`, and the room is as the journal has it: match, patience with
  /// who has no connection and with emptiness have stood still.
  mutating func resume(after outage: Duration, _ desk: inout Desk) {
    if view.isMatchRunning {
      // What came before the last entry has been given back, whenever a server was seen last.
      let since = max(desk.now - outage, min(view.at, desk.now))
      let before = standstill?.length(at: since) ?? .zero
      standstill = Standstill(reason: .outage(until: desk.now), since: since - before)
    }
    emptySince = emptySince.map { min($0 + outage, desk.now) }
    resumedAt = desk.now
    members.forgive(outage, now: desk.now)
    // The process may have died between locking the room and telling those who watched.
    dismissViewersIfLocked(&desk)
    advance(&desk)
  }

  /// A standstill of which nothing can be given back needs no entry.
  private mutating func forgetStandstill(_ desk: Desk) {
    guard let standstill, standstill.reason != .lateNotice,
      standstill.length(at: desk.now) > .zero, !isAwaitingPlayers(at: desk.now)
    else { return }
    self.standstill = nil
  }

  /// The journal was read again, and `stored` is all it has of the room.
  ///
  /// Where that goes on with the pending entries they have landed, where it ends before them they
  /// have not. A log of any other kind was written by somebody else: the room goes on from it, and
  /// everyone here is given it anew.
  mutating func reread(_ stored: FoldedRoom, _ desk: inout Desk) {
    if let pending, stored.log == log + pending.entries { return landed(&desk) }
    if stored.log != log {
      match = stored.match
      log = stored.log
      seatBook = SeatBook(stored.log)
      base = MatchView()
      bots = nil
      feed = ViewerFeed()
      refuseArrivals(Refusal(.journalUnavailable), &desk)
      let gone = members.players.filter { member in
        !stored.members.contains { $0.actor == member.actor }
      }
      perform(gone.map { .leave($0.session, nil, .gone) }, &desk)
      dismissViewersIfLocked(&desk)
      refeed(asOf: desk.now, now: desk.now)
      perform(listeners.map { .resume($0, afterSeq: nil) }, &desk)
    }
    failed(&desk)
  }

  private mutating func take(_ step: Step, _ desk: inout Desk) {
    guard !step.entries.isEmpty else { return perform(step.effects, for: step.origin, &desk) }
    desk.outputs.append(.append(id, batch(of: step)))
    pending = step
    pendingSince = desk.now
  }

  /// Lets effects happen; `origin` is the request that they answer, if one does.
  mutating func perform(
    _ effects: [RoomEffect], for origin: Origin? = nil, _ desk: inout Desk
  ) {
    for effect in effects {
      let request = origin?.session == effect.session ? origin?.request : nil
      switch effect {
      case .enter(let member): enter(member, joined(member, by: request, at: desk.now), &desk)
      case .watch(let origin): expect(origin, &desk)
      case .resume(let session, let afterSeq):
        guard let member = member(session) else { continue }
        let answer = joined(member, by: request, after: afterSeq, at: desk.now)
        members.change(session) {
          $0.isListening = true
          // A viewer's base may be older after a restart: it resumes from there too.
          $0.firstSeq = min($0.firstSeq, answer.base?.seq ?? .max)
        }
        desk.outputs.append(.joined(session, answer))
        tellWhoIsHere(session, member.role, &desk)
      case .leave(let session, let request, let reason):
        let role = members.remove(session)?.role
        forgetViewer(session, role, &desk)
        if members.isEmpty { emptySince = desk.now }
        desk.outputs.append(.left(session, request, reason: reason))
        if role == .player { announcePresence(&desk) } else { announceAudience(&desk) }
      case .refuse(let origin, let refusal): refuse(origin, refusal, &desk)
      case .repeat(let seq, let origin):
        let entry = log[Int(seq) - 1]
        desk.outputs.append(.entries([entry], to: [origin.session]))
        desk.answers.append(Answer(origin: origin, room: id, entries: seq...seq))
      case .blame(let playerID): desk.withheld.append(playerID)
      case .close:
        isClosed = true
      }
    }
  }

  /// Somebody is in, and is told everything it may know.
  mutating func enter(_ newcomer: Member, _ answer: JoinedRoom, _ desk: inout Desk) {
    var member = newcomer
    member.firstSeq = answer.base?.seq ?? 0
    member.isListening = true
    members.insert(member)
    emptySince = nil
    desk.outputs.append(.joined(member.session, answer))
    greet(member, &desk)
  }

  func refuse(_ origin: Origin, _ refusal: Refusal, _ desk: inout Desk) {
    desk.outputs.append(.refused(origin.session, origin.request, refusal))
  }

  /// Answers everything that waits with a refusal.
  private mutating func refuseWaiting(
    _ desk: inout Desk, with refusal: (RoomInput) -> Refusal
  ) {
    while let input = waiting.popFirst() { refuse(input.origin, refusal(input), &desk) }
  }
}

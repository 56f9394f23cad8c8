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
  private(set) var match: Match
  /// Every entry that has landed.
  private(set) var log: [Entry] = []
  private(set) var members: [Member] = []
  private(set) var pending: Step?
  private var waiting: Deque<RoomInput> = []
  /// Until when what the room does by itself leaves the journal alone; nil while that works.
  private(set) var retryAt: ServerTime?
  /// Since when nobody is here.
  private(set) var emptySince: ServerTime?
  private var base = MatchView()
  /// Whether the room has ended its life and only awaits removal.
  private(set) var isClosed = false

  /// A room in which nothing has happened.
  init(id: RoomID, code: RoomCode, dealer: Dealer, at now: ServerTime) {
    self.id = id
    self.code = code
    match = Match(dealer: dealer)
    emptySince = now
  }

  var view: MatchView { match.view }

  func member(_ session: SessionID) -> Member? {
    members.first { $0.session == session }
  }

  /// Whether a session is in the room, or has asked to be and has no answer yet.
  func involves(_ session: SessionID) -> Bool {
    member(session) != nil
      || pending?.origin?.session == session
      || pending?.effects.contains { $0.session == session } == true
      || waiting.contains { $0.origin.session == session }
  }

  /// Whether a request has yet to be answered.
  func isDeciding(_ origin: Origin) -> Bool {
    pending?.origin == origin || waiting.contains { $0.origin == origin }
  }

  /// Everyone in the room who has been given what came before the next entry.
  var listeners: [SessionID] {
    members.filter { $0.isListening }.map(\.session)
  }

  var presence: [SeatPresence] {
    members.compactMap { member in
      member.actor.flatMap { view.seat(of: $0) }.map {
        SeatPresence(seat: $0, isConnected: member.disconnectedAt == nil)
      }
    }
  }

  var spectatorCount: Int { members.count { $0.role == .spectator } }

  var summary: RoomSummary {
    RoomSummary(
      code: code.rawValue, settings: view.settings, seatsTaken: view.takenSeats.count,
      phase: view.phase, spectators: spectatorCount)
  }

  /// Whether the list of rooms shows the room.
  var isListed: Bool {
    !isClosed && view.seq > 0 && view.settings.audience == .public && !members.isEmpty
  }

  // MARK: Inputs, one at a time

  /// Takes an input in turn and does what can be done now.
  mutating func handle(_ input: RoomInput, _ desk: inout Desk) {
    guard waiting.count < Courtesy.inputsWaiting else {
      return refuse(input.origin, Refusal(.journalUnavailable), &desk)
    }
    waiting.append(input)
    advance(&desk)
  }

  /// Decides what is due and what waits, until a decision waits for the journal.
  mutating func advance(_ desk: inout Desk) {
    while pending == nil, !isClosed {
      let input = waiting.first
      if let step = chore(at: desk.now, inputReceived: input?.received, lead: desk.lead) {
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
        return
      }
    }
    guard isClosed else { return }
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
    if let record = step.sealed { match.apply(record) }
    for entry in step.entries { match.apply(entry) }
    log += step.entries
    desk.outputs.append(.entries(step.entries, to: listeners))
    perform(step.effects, &desk)
    advance(&desk)
  }

  /// The journal does not have the pending entries: who asked for them is told, and what the room
  /// does by itself is tried again later.
  mutating func failed(_ desk: inout Desk) {
    guard let step = pending else {
      preconditionFailure("The journal failed a batch of room \(id.rawValue) that none waited for.")
    }
    pending = nil
    if let origin = step.origin {
      if waiting.first?.origin == origin { waiting.removeFirst() }
      refuse(origin, Refusal(.journalUnavailable), &desk)
    } else {
      retryAt = desk.now + Courtesy.journalRetry
    }
    if view.seq == 0 { isClosed = true }
    advance(&desk)
  }

  private mutating func take(_ step: Step, _ desk: inout Desk) {
    guard !step.entries.isEmpty else { return perform(step.effects, &desk) }
    desk.outputs.append(
      .append(
        id,
        Batch(expectedLastSeq: view.seq, entries: step.entries, sealed: step.sealed)))
    pending = step
  }

  private mutating func perform(_ effects: [RoomEffect], _ desk: inout Desk) {
    for effect in effects {
      switch effect {
      case .enter(var member):
        members.removeAll { $0.session == member.session }
        let answer = joined(member, at: desk.now)
        member.firstSeq = answer.base?.seq ?? 0
        member.isListening = true
        members.append(member)
        emptySince = nil
        desk.outputs.append(.joined(member.session, answer))
        announce(&desk)
      case .resume(let session, let afterSeq):
        guard let index = members.firstIndex(where: { $0.session == session }) else { continue }
        members[index].isListening = true
        desk.outputs.append(
          .joined(session, joined(members[index], after: afterSeq, at: desk.now)))
      case .leave(let session, let request, let reason):
        members.removeAll { $0.session == session }
        if members.isEmpty { emptySince = desk.now }
        desk.outputs.append(.left(session, request, reason: reason))
        announce(&desk)
      case .refuse(let origin, let refusal): refuse(origin, refusal, &desk)
      case .close:
        isClosed = true
      }
    }
  }

  private func refuse(_ origin: Origin, _ refusal: Refusal, _ desk: inout Desk) {
    desk.outputs.append(.refused(origin.session, origin.request, refusal))
  }

  /// Answers everything that waits with a refusal.
  private mutating func refuseWaiting(
    _ desk: inout Desk, with refusal: (RoomInput) -> Refusal
  ) {
    while let input = waiting.popFirst() { refuse(input.origin, refusal(input), &desk) }
  }

  private func announce(_ desk: inout Desk) {
    desk.outputs.append(.presence(presence, to: listeners))
    desk.outputs.append(.audience(spectatorCount, to: listeners))
  }

  // MARK: Connections

  /// A member's session has or has lost its connection.
  mutating func setConnected(_ isConnected: Bool, _ session: SessionID, _ desk: inout Desk) {
    guard let index = members.firstIndex(where: { $0.session == session }) else { return }
    members[index].disconnectedAt = isConnected ? nil : desk.now
    members[index].isListening = false
    announce(&desk)
    advance(&desk)
  }

  // MARK: What someone who enters is given

  /// Entries go to who was sent everything before them; anybody else gets the base and what
  /// follows it, for the past would be a memory aid.
  private mutating func joined(
    _ member: Member, after afterSeq: UInt64? = nil, at now: ServerTime
  ) -> JoinedRoom {
    var answer = JoinedRoom(
      code: code, room: id, actor: member.actor,
      seat: member.actor.flatMap { view.seat(of: $0) }, role: member.role, base: nil, tail: [])
    if let afterSeq, afterSeq >= member.firstSeq, afterSeq <= view.seq {
      answer.tail = Array(log.suffix(from: Int(afterSeq)))
    } else {
      moveBase(to: now - Courtesy.baseTrail)
      answer.base = base
      answer.tail = Array(log.suffix(from: Int(base.seq)))
    }
    return answer
  }

  /// Lets the base view follow, so that everything that still moves is in the tail.
  private mutating func moveBase(to time: ServerTime) {
    guard view.generation > 0 else { return }
    for entry in log.suffix(from: Int(base.seq)) {
      guard entry.shownAt <= time else { return }
      base.apply(entry)
    }
  }
}

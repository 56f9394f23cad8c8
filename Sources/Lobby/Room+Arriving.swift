// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// A spectator is let in only after the journal has recorded it, so that a restarted server knows
// what it was sent. The room does not wait for that record.

/// A session waiting to watch a room until the journal has recorded it.
struct Arrival: Sendable {
  /// The request to watch.
  var request: RequestID
  /// The base it starts from, which the journal records.
  var base: MatchView
  /// False if it has left again meanwhile.
  var isWanted = true
  /// Records of it that the journal has not acknowledged.
  var unanswered = 0
  /// Later requests of the same session, answered after the first.
  var repeats: [(request: RequestID, afterSeq: UInt64?)] = []
}

extension Room {
  /// Whether a session is waiting to be let in as a spectator.
  func isArriving(_ session: SessionID) -> Bool { arrivals[session]?.isWanted == true }

  /// What a member is sent on entering or returning.
  ///
  /// A member that has all earlier entries gets the later ones, unless they are too many for one
  /// message. Anyone else gets a base and its tail: sending the past would be a memory aid.
  mutating func joined(
    _ member: Member, by request: RequestID?, after afterSeq: UInt64? = nil, at now: ServerTime
  ) -> JoinedRoom {
    var answer = JoinedRoom(
      request: request, code: code, room: id, actor: member.actor, seat: seat(of: member),
      role: member.role, base: nil, tail: [])
    let isWatching = member.role == .spectator
    let last = isWatching ? feed.view.seq : view.seq
    if let afterSeq, afterSeq >= member.firstSeq, afterSeq <= last,
      last - afterSeq <= UInt64(LobbyLimits.missedLimit)
    {
      answer.tail = Array(log[Int(afterSeq)..<Int(last)])
    } else if isWatching, let afterSeq, afterSeq >= member.firstSeq, last < refedThrough {
      // It has more than it may be sent again by now, and skips the repeats.
      answer.tail = []
    } else if isWatching {
      let (base, tail) = spectatorsStart(at: now)
      answer.base = base
      answer.tail = tail
    } else {
      base.follow(log[...], to: now - LobbyLimits.baseTrail, asOf: view)
      answer.base = base
      answer.tail = Array(log.suffix(from: Int(base.seq)))
    }
    precondition(
      answer.tail.last.map { $0.seq <= last } ?? true,
      "A member is sent no entry that its role may not see yet.")
    assert(
      answer.tail.first.map { $0.seq == (answer.base?.seq ?? afterSeq ?? 0) + 1 } ?? true,
      "A tail begins right after its base, or after the last entry the session has.")
    return answer
  }

  /// The base and tail a new spectator starts from.
  mutating func spectatorsStart(at now: ServerTime) -> (base: MatchView, tail: [Entry]) {
    feed.baseAndTail(of: log, at: now - LobbyLimits.baseTrail - view.settings.spectatorDelay)
  }

  /// Has the journal record a session that wants to watch.
  mutating func expect(_ origin: Origin, _ context: inout DecisionContext) {
    let base = spectatorsStart(at: context.now).base
    let unanswered = arrivals[origin.session]?.unanswered ?? 0
    arrivals[origin.session] = Arrival(
      request: origin.request, base: base, unanswered: unanswered + 1)
    context.outputs.append(.watch(id, SpectatorRecord(session: origin.session, firstSeq: base.seq)))
  }

  /// The journal has answered for a waiting spectator, which is let in if it was recorded.
  mutating func watches(_ session: SessionID, isKept: Bool, _ context: inout DecisionContext) {
    guard var arrival = arrivals[session] else { return }
    arrival.unanswered -= 1
    arrivals[session] = arrival.unanswered > 0 ? arrival : nil
    guard arrival.unanswered == 0, arrival.isWanted else { return }
    guard isKept else {
      return refuse(arrival, of: session, Refusal(.journalUnavailable), &context)
    }
    guard view.settings.audience != .locked else {
      context.outputs.append(.unwatch(id, session))
      return refuse(arrival, of: session, Refusal(.roomLocked), &context)
    }
    precondition(
      arrival.base.seq <= feed.view.seq, "A spectator's base holds nothing that is still delayed.")
    let tail = log[Int(arrival.base.seq)..<Int(feed.view.seq)]
    enter(
      Member(session: session, role: .spectator),
      JoinedRoom(
        request: arrival.request, code: code, room: id, actor: nil, seat: nil, role: .spectator,
        base: arrival.base,
        tail: Array(tail)), &context)
    for (request, afterSeq) in arrival.repeats {
      perform(
        [.resume(session, afterSeq: afterSeq)], for: Origin(session: session, request: request),
        &context)
    }
  }

  /// A session leaves: the journal may forget that it watched or wanted to.
  mutating func forgetSpectator(
    _ session: SessionID, _ role: Role?, _ context: inout DecisionContext
  ) {
    guard role == .spectator || isArriving(session) else { return }
    arrivals[session]?.isWanted = false
    context.outputs.append(.unwatch(id, session))
  }

  /// Refuses every session that is waiting to watch.
  mutating func refuseArrivals(_ refusal: Refusal, _ context: inout DecisionContext) {
    for session in arrivals.keys.sorted(by: { $0.rawValue < $1.rawValue }) where isArriving(session)
    {
      guard let arrival = arrivals[session] else { continue }
      forgetSpectator(session, nil, &context)
      refuse(arrival, of: session, refusal, &context)
    }
  }

  /// Refuses every request of a session to watch.
  private func refuse(
    _ arrival: Arrival, of session: SessionID, _ refusal: Refusal, _ context: inout DecisionContext
  ) {
    for request in [arrival.request] + arrival.repeats.map(\.request) {
      refuse(Origin(session: session, request: request), refusal, &context)
    }
  }

  /// Removes a spectator restored after a restart that no longer watches this room.
  mutating func release(spectator session: SessionID, _ context: inout DecisionContext) {
    guard let role = members.remove(session)?.role else { return }
    forgetSpectator(session, role, &context)
    if members.isEmpty { emptySince = context.now }
    announceAudience(&context)
    advance(&context)
  }
}

extension Member {
  /// A spectator as the journal recorded it.
  init(_ record: SpectatorRecord) {
    self.init(session: record.session, role: .spectator, firstSeq: record.firstSeq)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Who watches is in the journal before it is told so: a viewer is then given exactly what it missed
// by the next process too. The room waits for none of it.

/// A session that is to watch a room once the journal has it.
struct Arrival: Sendable {
  /// The request that asked for it.
  var request: RequestID
  /// What it starts from, which the journal's record names.
  var base: MatchView
  /// Whether it has not left again meanwhile.
  var isWanted = true
  /// Records of it that the journal has not answered.
  var unanswered = 0
  /// Requests to watch that came meanwhile, and are answered behind the first.
  var repeats: [(request: RequestID, afterSeq: UInt64?)] = []
}

extension Room {
  /// Whether a session is on its way in to watch.
  func isArriving(_ session: SessionID) -> Bool { arrivals[session]?.isWanted == true }

  /// Entries go to who was sent everything before them, unless they are too many for a message; anybody
  /// else gets the base and what follows it, for the past would be a memory aid.
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
      // It had more than it may be given again by now: that comes once more, and it skips it.
      answer.tail = []
    } else if isWatching {
      let (base, tail) = viewersStart(at: now)
      answer.base = base
      answer.tail = tail
    } else {
      base.follow(log[...], to: now - LobbyLimits.baseTrail, asOf: view)
      answer.base = base
      answer.tail = Array(log.suffix(from: Int(base.seq)))
    }
    return answer
  }

  /// What a newcomer who watches starts from, and what follows it.
  mutating func viewersStart(at now: ServerTime) -> (base: MatchView, tail: [Entry]) {
    feed.baseAndTail(of: log, at: now - LobbyLimits.baseTrail - view.settings.spectatorDelay)
  }

  /// Somebody is to watch: has that journalled.
  mutating func expect(_ origin: Origin, _ context: inout DecisionContext) {
    let base = viewersStart(at: context.now).base
    let unanswered = arrivals[origin.session]?.unanswered ?? 0
    arrivals[origin.session] = Arrival(
      request: origin.request, base: base, unanswered: unanswered + 1)
    context.outputs.append(.watch(id, Viewing(session: origin.session, firstSeq: base.seq)))
  }

  /// The journal has answered for a session that is to watch: lets it in if that is there.
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

  /// A session leaves: if it watched, or was to, the journal need not keep that.
  mutating func forgetViewer(_ session: SessionID, _ role: Role?, _ context: inout DecisionContext)
  {
    guard role == .spectator || isArriving(session) else { return }
    arrivals[session]?.isWanted = false
    context.outputs.append(.unwatch(id, session))
  }

  /// Nobody who is on the way in is let in.
  mutating func refuseArrivals(_ refusal: Refusal, _ context: inout DecisionContext) {
    for session in arrivals.keys.sorted(by: { $0.rawValue < $1.rawValue }) where isArriving(session)
    {
      guard let arrival = arrivals[session] else { continue }
      forgetViewer(session, nil, &context)
      refuse(arrival, of: session, refusal, &context)
    }
  }

  /// Refuses every request by which a session wanted to watch.
  private func refuse(
    _ arrival: Arrival, of session: SessionID, _ refusal: Refusal, _ context: inout DecisionContext
  ) {
    for request in [arrival.request] + arrival.repeats.map(\.request) {
      refuse(Origin(session: session, request: request), refusal, &context)
    }
  }

  /// A session that watched before a restart is elsewhere now.
  mutating func release(viewer session: SessionID, _ context: inout DecisionContext) {
    guard let role = members.remove(session)?.role else { return }
    forgetViewer(session, role, &context)
    if members.isEmpty { emptySince = context.now }
    announceAudience(&context)
    advance(&context)
  }
}

extension Member {
  /// Somebody who watches.
  init(_ viewing: Viewing) {
    self.init(session: viewing.session, role: .spectator, firstSeq: viewing.firstSeq)
  }
}

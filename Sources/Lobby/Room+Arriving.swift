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
  var repeats: [RequestID] = []
}

extension Room {
  /// Whether a session is on its way in to watch.
  func isArriving(_ session: SessionID) -> Bool { arrivals[session]?.isWanted == true }

  /// What a newcomer who watches starts from, and what follows it.
  mutating func viewersStart(at now: ServerTime) -> (base: MatchView, tail: [Entry]) {
    feed.baseAndTail(of: log, at: now - Courtesy.baseTrail - view.settings.spectatorDelay)
  }

  /// Somebody is to watch: has that journalled.
  mutating func expect(_ origin: Origin, _ desk: inout Desk) {
    let base = viewersStart(at: desk.now).base
    let unanswered = arrivals[origin.session]?.unanswered ?? 0
    arrivals[origin.session] = Arrival(
      request: origin.request, base: base, unanswered: unanswered + 1)
    desk.outputs.append(.watch(id, Viewing(session: origin.session, firstSeq: base.seq)))
  }

  /// The journal has answered for a session that is to watch: lets it in if that is there.
  mutating func watches(_ session: SessionID, isKept: Bool, _ desk: inout Desk) {
    guard var arrival = arrivals[session] else { return }
    arrival.unanswered -= 1
    arrivals[session] = arrival.unanswered > 0 ? arrival : nil
    guard arrival.unanswered == 0, arrival.isWanted else { return }
    let origin = Origin(session: session, request: arrival.request)
    guard isKept else { return refuse(origin, Refusal(.journalUnavailable), &desk) }
    guard view.settings.audience != .locked else {
      desk.outputs.append(.unwatch(id, session))
      return refuse(origin, Refusal(.roomLocked), &desk)
    }
    let tail = log[Int(arrival.base.seq)..<Int(feed.view.seq)]
    enter(
      Member(session: session, role: .spectator),
      JoinedRoom(
        request: arrival.request, code: code, room: id, actor: nil, seat: nil, role: .spectator, base: arrival.base,
        tail: Array(tail)), &desk)
    for request in arrival.repeats {
      perform(
        [.resume(session, afterSeq: nil)], for: Origin(session: session, request: request), &desk)
    }
  }

  /// A session leaves: if it watched, or was to, the journal need not keep that.
  mutating func forgetViewer(_ session: SessionID, _ role: Role?, _ desk: inout Desk) {
    guard role == .spectator || isArriving(session) else { return }
    arrivals[session]?.isWanted = false
    desk.outputs.append(.unwatch(id, session))
  }

  /// Nobody who is on the way in is let in.
  mutating func refuseArrivals(_ refusal: Refusal, _ desk: inout Desk) {
    for session in arrivals.keys.sorted(by: { $0.rawValue < $1.rawValue }) where isArriving(session)
    {
      guard let request = arrivals[session]?.request else { continue }
      forgetViewer(session, nil, &desk)
      refuse(Origin(session: session, request: request), refusal, &desk)
    }
  }

  /// A session that watched before a restart is elsewhere now.
  mutating func release(viewer session: SessionID, _ desk: inout Desk) {
    guard let role = members.remove(session)?.role else { return }
    forgetViewer(session, role, &desk)
    if members.isEmpty { emptySince = desk.now }
    announceAudience(&desk)
    advance(&desk)
  }
}

extension Member {
  /// Somebody who watches.
  init(_ viewing: Viewing) {
    self.init(session: viewing.session, role: .spectator, firstSeq: viewing.firstSeq)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Checks which request caused each entry. A request is decided once, so its entries are adjacent,
// and only the member in a seat acts for it. Requests may be out of order: one that the journal
// rejected can be retried later.

extension RuleBook {
  /// The state of the requests read so far.
  struct Requests: Sendable {
    /// The cause of the last entry; clock adjustments have none and do not count.
    var last: Cause?
    /// All requests that have caused an entry.
    var done: Set<Cause> = []
    /// Whether the last request has caused what it asked for; further entries are consequences.
    var isDone = false
    /// Whether the last entry ended a match by agreement to restart.
    var isRestart = false
    /// Whether the last entry made a seat ready.
    var isReady = false
    /// Whether any entry has been read; the cause of the first one is unknown.
    var hasBegun = false
  }

  /// Checks the stated cause of an entry; called before the entry is applied.
  mutating func checkCause(of entry: Entry) {
    let cause = entry.cause
    if let cause, cause != requests.last {
      expect(
        requests.done.insert(cause).inserted,
        "request \(cause.request.rawValue) of member \(cause.actor.rawValue) was decided twice")
      requests.isDone = false
    }
    checkCause(cause, of: entry)
    guard !entry.isNotice else { return }
    requests.hasBegun = true
    requests.last = cause
    requests.isRestart = false
    requests.isReady = false
    switch entry.event {
    case .ended(let ended): requests.isRestart = ended.reason == .restarted
    case .readied: requests.isReady = true
    default: break
    }
  }

  private mutating func checkCause(_ cause: Cause?, of entry: Entry) {
    switch entry.event {
    case .opened: checkOpening(cause)
    case .configured: expectRequest(cause, of: owner)
    case .seated(let seated):
      let isServerBot = seated.player.level != nil
      expectRequest(cause, of: isServerBot ? owner : seated.actor)
    case .readied(let seat, _), .consented(let seat): expectMove(cause, of: seat)
    case .flipped(let flip): expectMove(cause, of: flip.seat)
    case .revealed(let seat, let entropy):
      if entropy.isEmpty { expectNobody(cause) } else { expectMove(cause, of: seat) }
    case .shuffled(let shuffled):
      if let seat = shuffled.seat { expectMove(cause, of: seat) } else { expectConsequence(cause) }
    case .dealt: checkDealing(cause, at: entry.at)
    case .committed:
      expect(
        requests.isReady || !requests.hasBegun,
        "a match began without the last player getting ready")
      expectConsequence(cause)
    case .settled: checkSettling(cause)
    case .turnBegan:
      if phase == .dealing { expectNobody(cause) } else { expectConsequence(cause) }
    case .resigned(let seat):
      if cause != nil { expectRequest(cause, of: actor(on: seat)) }
    case .vacated(let seat): checkLeaving(cause, from: seat)
    case .ownerChanged:
      if cause != nil { expectConsequence(cause) }
    case .ended(let ended):
      switch ended.reason {
      case .aborted, .abandoned: expectNobody(cause)
      case .finished, .resigned, .restarted, .stalemate: expectConsequence(cause)
      }
    case .stalemateWarning: expectConsequence(cause)
    case .skipped, .returned, .turnExpired, .clockAdjusted: expectNobody(cause)
    case .unrecognized: break
    }
  }

  // MARK: Kinds of causes

  /// An automatic event must not have a cause.
  private mutating func expectNobody(_ cause: Cause?) {
    expect(cause == nil, "an automatic event claims to be caused by a request")
  }

  /// A consequence has the same cause as the entry before.
  private mutating func expectConsequence(_ cause: Cause?) {
    guard requests.hasBegun else { return }
    expect(cause == requests.last, "its cause differs from that of the entry it follows from")
  }

  /// A requested event is caused by one request of the member, which causes nothing else.
  private mutating func expectRequest(_ cause: Cause?, of member: ActorNumber?) {
    guard let cause else { return expect(false, "the request that caused it is missing") }
    expect(
      cause.actor == member,
      "its cause names member \(cause.actor.rawValue), not "
        + (member.map { "member \($0.rawValue)" } ?? "nobody"))
    expect(
      !requests.isDone, "request \(cause.request.rawValue) has already caused another entry")
    requests.isDone = true
  }

  /// An action of a seat is requested by its member; an action of the server's own bot has no
  /// cause.
  ///
  /// While a bot stands in, an earlier request of the member may still be decided.
  private mutating func expectMove(_ cause: Cause?, of seat: SeatIndex) {
    guard chairs.indices.contains(seat.rawValue) else { return }
    let chair = chairs[seat.rawValue]
    if chair.player?.level != nil || chair.hasStandIn && cause == nil {
      expectNobody(cause)
    } else {
      expectRequest(cause, of: chair.actor)
    }
  }

  // MARK: Events with more than one

  /// The first match is opened by the room's first member, a later one by any seated member, or
  /// automatically after an aborted match.
  private mutating func checkOpening(_ cause: Cause?) {
    guard lastSeq > 1 else {
      return expect(cause?.actor == ActorNumber(1), "the room was not opened by its first member")
    }
    if requests.isRestart { return expectConsequence(cause) }
    if cause != nil { expectRequest(cause, of: cause.flatMap { seated($0.actor) }) }
  }

  /// Any seated member may start the deal; otherwise it starts automatically after ten seconds.
  private mutating func checkDealing(_ cause: Cause?, at time: ServerTime) {
    guard cause == nil else { return expectRequest(cause, of: cause.flatMap { seated($0.actor) }) }
    let hasBot = chairs.contains { $0.actor != nil && ($0.player?.level != nil || $0.hasStandIn) }
    expect(
      hasBot || time >= undealtAt + .seconds(10), "the cards were dealt automatically too soon")
  }

  /// Cards settle automatically; when playing alone, the next choice may settle them.
  private mutating func checkSettling(_ cause: Cause?) {
    guard up.count == 2 else { return expectConsequence(cause) }
    guard let cause else { return }
    expect(
      chairs.count == 1 && cause.actor == chairs[0].actor && !requests.isDone,
      "an automatic event claims to be caused by a request")
  }

  /// A seat is vacated by its member, who resigns first, or by the owner or the server.
  private mutating func checkLeaving(_ cause: Cause?, from seat: SeatIndex) {
    guard let cause, chairs.indices.contains(seat.rawValue) else { return }
    let chair = chairs[seat.rawValue]
    if cause == requests.last, chair.hasResigned, cause.actor == chair.actor { return }
    expectRequest(cause, of: cause.actor == chair.actor ? chair.actor : owner)
  }

  private func actor(on seat: SeatIndex) -> ActorNumber? {
    chairs.indices.contains(seat.rawValue) ? chairs[seat.rawValue].actor : nil
  }

  private func seated(_ actor: ActorNumber) -> ActorNumber? {
    chairs.contains { $0.actor == actor } ? actor : nil
  }
}

extension Entry {
  /// Whether the entry only adjusts the clock, ahead of what a request asked for.
  fileprivate var isNotice: Bool {
    if case .clockAdjusted = event { true } else { false }
  }
}

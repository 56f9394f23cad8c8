// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Whose request brought an entry about. A request is decided once, so its entries stand together, and
// whoever acts for a seat is the member who sits there. Requests need not come in the order of their
// numbers: one that the journal could not keep may be made again behind others.

extension RuleBook {
  /// What is kept of the requests read so far.
  struct Requests: Sendable {
    /// The cause of the last entry; an adjusted clock is nobody's doing and does not count.
    var last: Cause?
    /// All that have brought something about.
    var done: Set<Cause> = []
    /// Whether the last request has brought about what it asked for; the rest follows from that.
    var isDone = false
    /// Whether the last entry ended a match because everyone wanted another.
    var isRestart = false
    /// Whether the last entry made a seat ready.
    var isReady = false
    /// Whether an entry has been read: of what led to the first nothing is known.
    var hasBegun = false
  }

  /// Checks whose request an entry is said to come from; called before the entry counts.
  mutating func checkCause(of entry: Entry) {
    let cause = entry.cause
    if let cause, cause != requests.last {
      expect(
        requests.done.insert(cause).inserted,
        "request \(cause.request.rawValue) of member \(cause.actor.rawValue) is decided twice")
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
      let isHouseBot = seated.player.level != nil
      expectRequest(cause, of: isHouseBot ? owner : seated.actor)
    case .readied(let seat, _), .consented(let seat): expectMove(cause, of: seat)
    case .flipped(let flip): expectMove(cause, of: flip.seat)
    case .revealed(let seat, let entropy):
      if entropy.isEmpty { expectNobody(cause) } else { expectMove(cause, of: seat) }
    case .shuffled(let shuffled):
      if let seat = shuffled.seat { expectMove(cause, of: seat) } else { expectConsequence(cause) }
    case .dealt: checkDealing(cause, at: entry.at)
    case .committed:
      expect(requests.isReady || !requests.hasBegun, "a match begins by itself")
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

  /// What nobody asks for is caused by nobody.
  private mutating func expectNobody(_ cause: Cause?) {
    expect(cause == nil, "a request is said to have caused what nobody asks for")
  }

  /// What follows from the entry before has the same cause.
  private mutating func expectConsequence(_ cause: Cause?) {
    guard requests.hasBegun else { return }
    expect(cause == requests.last, "it has another cause than the entry that led to it")
  }

  /// What is asked for is caused by one request of a member, and that by nothing else.
  private mutating func expectRequest(_ cause: Cause?, of member: ActorNumber?) {
    guard let cause else { return expect(false, "nobody is said to have asked for it") }
    expect(
      cause.actor == member,
      "member \(cause.actor.rawValue) is said to have asked for it, not "
        + (member.map { "member \($0.rawValue)" } ?? "nobody"))
    expect(
      !requests.isDone, "request \(cause.request.rawValue) has brought something else about")
    requests.isDone = true
  }

  /// What a seat does is asked for by the member who sits there; what the server's own bot does there,
  /// by nobody.
  ///
  /// Where a bot stands in, what the member had asked for before may come last.
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

  /// The first match is opened by who opens the room; a later one by whoever sits there, or by itself
  /// after one that could not begin.
  private mutating func checkOpening(_ cause: Cause?) {
    guard lastSeq > 1 else {
      return expect(cause?.actor == ActorNumber(1), "the room was not opened by its first member")
    }
    if requests.isRestart { return expectConsequence(cause) }
    if cause != nil { expectRequest(cause, of: cause.map(\.actor).flatMap(seated)) }
  }

  /// Anybody who sits there may tap the deck; by itself it is dealt after ten seconds.
  private mutating func checkDealing(_ cause: Cause?, at time: ServerTime) {
    guard cause == nil else { return expectRequest(cause, of: cause.map(\.actor).flatMap(seated)) }
    let hasBot = chairs.contains { $0.actor != nil && ($0.player?.level != nil || $0.hasStandIn) }
    expect(
      hasBot || time >= undealtAt + .seconds(10), "the cards are dealt by themselves too soon")
  }

  /// Two cards turn back or leave by themselves; alone at the table the next choice may do it.
  private mutating func checkSettling(_ cause: Cause?) {
    guard up.count == 2 else { return expectConsequence(cause) }
    guard let cause else { return }
    expect(
      chairs.count == 1 && cause.actor == chairs[0].actor && !requests.isDone,
      "a request is said to have caused what nobody asks for")
  }

  /// A seat is left by its member, who gives the match up first; or is taken away by the owner or the
  /// server.
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
  /// Whether it only tells that the clock was adjusted: that comes ahead of what somebody asked for.
  fileprivate var isNotice: Bool {
    if case .clockAdjusted = event { true } else { false }
  }
}

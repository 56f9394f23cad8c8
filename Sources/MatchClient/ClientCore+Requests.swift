// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

extension ClientCore {
  /// Carries out a command; queues its request while it may not be sent.
  mutating func perform(_ command: ClientCommand, now: LocalTime) -> [ClientOutput] {
    switch command {
    case .listRooms(let watch): list(watch: watch)
    case .leaderboard(let mode): request(command) { .leaderboard(id: $0, mode: mode) }
    case .profile(let player): request(command) { .profile(id: $0, player: player) }
    case .daily(let player): request(command) { .daily(id: $0, player: player) }
    case .request(let request): self.request(command) { .request(id: $0, request) }
    case .listReplays(let mode): request(command) { .replays(id: $0, mode: mode) }
    case .fetchReplay(let name): request(command) { .replay(id: $0, matchID: name) }
    case .ready: intend(.ready(entropyCommit: share.commit(at: table)), command, now: now)
    case .react(let kind): react(kind, now: now)
    case .point(let place): point(to: place, now: now)
    case .watching(let count): tell(count)
    case .intent(.choose(let card)): choose(card, now: now)
    case .intent(let intent): intend(intent, command, now: now)
    }
  }

  /// Asks for the rooms; the answer has all of them, so what was listed before is forgotten.
  private mutating func list(watch: Bool) -> [ClientOutput] {
    rooms = []
    return send(.listRooms(watch: watch))
  }

  /// Sends a reaction, unless it is nobody's or exceeds the rate limit: the server would refuse it, and
  /// holding the key down means one reaction.
  private mutating func react(_ kind: ReactionKind, now: LocalTime) -> [ClientOutput] {
    guard isCurrent, let table, table.seat != nil || table.role == .spectator,
      reactions.take(at: now)
    else { return [] }
    return send(.react(kind))
  }

  /// Tells how many watch through this client, unless it does not watch now: a relay says it again
  /// when it does.
  private mutating func tell(_ count: Int) -> [ClientOutput] {
    guard isCurrent, table?.role == .spectator else { return [] }
    return send(.watching(count: count))
  }

  /// Requests an intent, with what was seen and when it was pressed.
  mutating func intend(
    _ intent: Intent, _ command: ClientCommand, now: LocalTime
  ) -> [ClientOutput] {
    let seen = table?.log.latest.seq ?? 0
    let pressed = serverTime(at: now)
    let shown = pressed.flatMap { table?.promptShown(beforePress: $0, at: now) }
    // A choice that is sent early, to arrive in time, involved no thinking.
    let judged = [pressed, shown].compactMap { $0 }.max()
    return request(command) {
      .request(
        id: $0,
        .intent(
          IntentRequest(seenSeq: seen, shownAt: shown, pressedAt: judged, intent: intent)))
    }
  }

  private mutating func request(
    _ command: ClientCommand, _ message: (RequestID) -> ClientMessage
  ) -> [ClientOutput] {
    requests.add(command, mayBeSent: mayAsk, message)
    return ask()
  }

  // MARK: Sending

  /// Whether requests may be sent: the client is connected, and the proof has been sent if one is
  /// due.
  ///
  /// The first welcome of a restored session says which ids were used since its snapshot, by a copy of
  /// it.
  var mayAsk: Bool {
    isConnected && !proof.holdsRequests && (restored == nil || welcome != nil)
  }

  /// Sends the requests that this connection has not carried yet, and then the one to resume the
  /// room, as far as requests may be sent.
  mutating func ask() -> [ClientOutput] {
    guard mayAsk else { return [] }
    let outputs = requests.takeUnsent().flatMap { send($0) }
    guard resume.isDue else { return outputs }
    guard let room = membership, !isLeaving else {
      resume.cancel()
      return outputs
    }
    let id = requests.nextID()
    resume.sent(as: id)
    let join = JoinRoom(
      code: room.code, role: room.role, roomID: room.roomID,
      afterSeq: table == nil ? nil : room.lastEntry)
    return outputs + send(.request(id: id, .joinRoom(join)))
  }

  /// Whether leaving has been requested and not answered.
  var isLeaving: Bool { requests.contains { $0 == .request(.leaveRoom) } }

  /// Retries the resume if that is due.
  mutating func resumeIfDue(now: LocalTime) -> [ClientOutput] {
    guard mayAsk else { return [] }
    resume.tick(at: now)
    return ask()
  }

  // MARK: Choices

  /// Sends a choice, or holds it back while the server would refuse it as too early.
  ///
  /// The last choice counts: a choice already held back is withdrawn. Repeating a choice that has
  /// no answer yet does nothing.
  private mutating func choose(_ card: CardID, now: LocalTime) -> [ClientOutput] {
    let command = ClientCommand.intent(.choose(card))
    guard !held.holds(card), !requests.contains(where: { $0 == command }) else { return [] }
    let withdrawn = held.remove().map {
      [ClientOutput.event(.withdrawn(.intent(.choose($0))))]
    }
    return (withdrawn ?? []) + holdOrSend(card, now: now)
  }

  /// Sends a held choice once it is due.
  mutating func sendHeld(now: LocalTime) -> [ClientOutput] {
    guard isConnected, let card = held.removeDue(at: now) else { return [] }
    return send(card, now: now)
  }

  /// Schedules a held choice once the previous one is answered and the server's clock is known.
  mutating func timeHeld(now: LocalTime) -> [ClientOutput] {
    guard clock != nil, !isChoosing, let card = held.removeUntimed() else { return [] }
    return holdOrSend(card, now: now)
  }

  private mutating func holdOrSend(_ card: CardID, now: LocalTime) -> [ClientOutput] {
    guard let clock, let table, let seat = table.seat, table.log.latest.hasTurn(seat) else {
      return send(card, now: now)
    }
    guard !isChoosing else {
      held.hold(card, until: nil)
      return []
    }
    let until = clock.departure(arrivingNotBefore: table.log.latest.earliestChoice)
    guard until > now else { return send(card, now: now) }
    held.hold(card, until: until)
    return []
  }

  private mutating func send(_ card: CardID, now: LocalTime) -> [ClientOutput] {
    intend(.choose(card), .intent(.choose(card)), now: now)
  }

  /// Whether a choice has no answer yet.
  private var isChoosing: Bool {
    requests.contains { if case .intent(.choose) = $0 { true } else { false } }
  }
}

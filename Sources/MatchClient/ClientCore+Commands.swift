// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import Protocol

extension ClientCore {
  /// Sends what a command needs.
  mutating func perform(_ command: ClientCommand, now: LocalTime) -> [ClientOutput] {
    switch command {
    case .listRooms(let watch): isConnected ? [send(.listRooms(watch: watch))] : []
    case .leaderboard(let mode): request(command) { .leaderboard(id: $0, mode: mode) }
    case .createRoom(let settings):
      request(command) { .createRoom(id: $0, settings: settings) }
    case .quickMatch(let mode, let seats, let isRated):
      request(command) {
        .quickMatch(QuickMatch(id: $0, mode: mode, seats: seats, isRated: isRated))
      }
    case .joinRoom(let code, let role):
      request(command) {
        .joinRoom(JoinRoom(id: $0, code: code, role: role))
      }
    case .leaveRoom: request(command) { .leaveRoom(id: $0) }
    case .listReplays(let mode): request(command) { .replays(id: $0, mode: mode) }
    case .fetchReplay(let name): request(command) { .replay(id: $0, matchID: name) }
    case .ready: intend(.ready(entropyCommit: commitToEntropy()), command, now: now)
    case .react(let kind): react(kind, now: now)
    case .intent(.choose): choose(command, now: now)
    case .intent: send(command, now: now)
    }
  }

  /// Shows a feeling, unless there is nobody to show it to or it would be one too many: the server
  /// would not take it, and whoever holds a key down means one.
  private mutating func react(_ kind: ReactionKind, now: LocalTime) -> [ClientOutput] {
    guard isCurrent, table?.seat != nil,
      reactions.take(at: .microseconds(now.microseconds))
    else { return [] }
    return [send(.react(kind))]
  }

  /// Sends an intent.
  mutating func send(_ command: ClientCommand, now: LocalTime) -> [ClientOutput] {
    guard case .intent(let intent) = command else { return [] }
    return intend(intent, command, now: now)
  }

  /// Opens the commitment, once everyone's is out and unless that has been done.
  mutating func revealEntropy(now: LocalTime) -> [ClientOutput] {
    guard let entropy, let table, let seat = table.seat, table.log.latest.phase == .committing,
      table.log.latest.seats[seat.rawValue].entropy == nil
    else { return [] }
    let intent = Intent.reveal(entropy: entropy)
    guard !pending.values.contains(where: { $0.command == .intent(intent) }) else { return [] }
    return intend(intent, .intent(intent), now: now)
  }

  /// Commits to this seat's share of the deal, drawn once a match: whichever of two commitments the
  /// server goes by, the same share opens it.
  private mutating func commitToEntropy() -> [UInt8] {
    guard let table, let seat = table.seat else { return [] }
    let drawn = entropy ?? random.bytes(32)
    entropy = drawn
    return FairDeal(matchID: table.log.latest.matchID, hashing: hashing)
      .entropyCommit(drawn, seat: seat)
  }

  private mutating func intend(
    _ intent: Intent, _ command: ClientCommand, now: LocalTime
  ) -> [ClientOutput] {
    let seen = table?.log.latest.seq ?? 0
    let pressed = serverTime(at: now)
    let shown = pressed.flatMap { shownAt(beforePress: $0, at: now) }
    // A choice that leaves early, to be there when it may be, was thought about for no time at all.
    let judged = [pressed, shown].compactMap { $0 }.max()
    return request(command) {
      .intent(
        IntentRequest(
          id: $0, seenSeq: seen, shownAt: shown, pressedAt: judged, intent: intent))
    }
  }

  /// When what a choice builds on showed on this screen: at its time, or when it came if that was
  /// later.
  ///
  /// Counted back from the press on this process's own clock, so that a better estimate of the
  /// server's time in between does not count as thinking.
  private func shownAt(beforePress pressed: ServerTime, at now: LocalTime) -> ServerTime? {
    guard let table, table.log.latest.turn != nil, let came = table.builtOnAt else { return nil }
    return max(table.log.latest.earliestChoice, pressed - (now - came))
  }

  private mutating func request(
    _ command: ClientCommand, _ message: (RequestID) -> ClientMessage
  ) -> [ClientOutput] {
    guard mayAsk || pending.count < Self.mostWaiting else { return [] }
    lastRequest.rawValue += 1
    let message = message(lastRequest)
    pending[lastRequest] = Pending(command: command, message: message)
    // Without a connection it leaves with the next one.
    return mayAsk ? [send(message)] : []
  }
}

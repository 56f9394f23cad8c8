// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

extension ClientCore {
  /// Carries out a command; queues its request while there is no connection.
  mutating func perform(_ command: ClientCommand, now: LocalTime) -> [ClientOutput] {
    switch command {
    case .listRooms(let watch): isConnected ? [send(.listRooms(watch: watch))] : []
    case .leaderboard(let mode): request(command) { .leaderboard(id: $0, mode: mode) }
    case .createRoom(let settings):
      request(command) { .request(id: $0, .createRoom(settings)) }
    case .quickMatch(let mode, let seats, let isRated):
      request(command) {
        .request(id: $0, .quickMatch(QuickMatch(mode: mode, seats: seats, isRated: isRated)))
      }
    case .joinRoom(let code, let role):
      request(command) {
        .request(id: $0, .joinRoom(JoinRoom(code: code, role: role)))
      }
    case .leaveRoom: request(command) { .request(id: $0, .leaveRoom) }
    case .listReplays(let mode): request(command) { .replays(id: $0, mode: mode) }
    case .fetchReplay(let name): request(command) { .replay(id: $0, matchID: name) }
    case .ready: intend(.ready(entropyCommit: commitToEntropy()), command, now: now)
    case .react(let kind): react(kind, now: now)
    case .intent(.choose): choose(command, now: now)
    case .intent: send(command, now: now)
    }
  }

  /// Sends a reaction, unless no seat could show it or it exceeds the rate limit: the server would
  /// refuse it, and holding the key down means one reaction.
  private mutating func react(_ kind: ReactionKind, now: LocalTime) -> [ClientOutput] {
    guard isCurrent, table?.seat != nil,
      reactions.take(at: now)
    else { return [] }
    return [send(.react(kind))]
  }

  mutating func send(_ command: ClientCommand, now: LocalTime) -> [ClientOutput] {
    guard case .intent(let intent) = command else { return [] }
    return intend(intent, command, now: now)
  }

  mutating func intend(
    _ intent: Intent, _ command: ClientCommand, now: LocalTime
  ) -> [ClientOutput] {
    let seen = table?.log.latest.seq ?? 0
    let pressed = serverTime(at: now)
    let shown = pressed.flatMap { shownAt(beforePress: $0, at: now) }
    // A choice that is sent early, to arrive in time, involved no thinking.
    let judged = [pressed, shown].compactMap { $0 }.max()
    return request(command) {
      .request(
        id: $0,
        .intent(
          IntentRequest(
            seenSeq: seen, shownAt: shown, pressedAt: judged, intent: intent)))
    }
  }

  /// When the prompt for a choice appeared on this screen: at its own time, or on arrival if later.
  ///
  /// It is counted back from the press on the local clock, so that an improved estimate of the
  /// server's time does not count as thinking.
  private func shownAt(beforePress pressed: ServerTime, at now: LocalTime) -> ServerTime? {
    guard let table, table.log.latest.turn != nil, let came = table.builtOnAt else { return nil }
    return max(table.log.latest.earliestChoice, pressed - (now - came))
  }

  private mutating func request(
    _ command: ClientCommand, _ message: (RequestID) -> ClientMessage
  ) -> [ClientOutput] {
    guard mayAsk || pending.count < Self.mostWaiting else { return [] }
    lastRequest.rawValue += 1
    assert(pending.keys.allSatisfy { $0 < lastRequest }, "A new request has the highest id.")
    let message = message(lastRequest)
    pending[lastRequest] = Pending(command: command, message: message)
    // Without a connection it is sent with the next one.
    return mayAsk ? [send(message)] : []
  }
}

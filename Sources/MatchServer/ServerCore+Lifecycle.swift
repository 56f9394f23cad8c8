// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

// What clients and the operator see of draining and shutting down.

extension ServerCore {
  // MARK: Draining

  /// Starts draining, or changes its deadline.
  ///
  /// With `moves` it hands its rooms over to other nodes of the world.
  mutating func drain(
    within limit: Duration?, moves: Bool, now: ServerTime, _ out: inout Outbox
  ) -> AdminAnswer {
    do throws(AdminRefusal) {
      if moves { try checkDestinations() }
      if try lifecycle.drain(within: limit, now: now) {
        let end = limit.map { ", in \($0.rounded) at the latest" } ?? ""
        announce(
          "This server starts no new matches and stops once the running ones are over\(end).", &out)
      }
    } catch {
      return .refused(error)
    }
    world?.takes(false)
    if moves { return handOverEveryRoom(now: now, &out) }
    let running = directory.counts.runningMatches
    guard running > 0 else { return .done("No match is running: the server is stopping.") }
    let matches = running == 1 ? "the running match is" : "the \(running) running matches are"
    let end = lifecycle.drainDeadline.map { ", at \($0.utcText) at the latest" } ?? ""
    return .done(
      "Draining: the server stops once \(matches) over\(end). To cancel: facedown-server admin "
        + "drain --cancel.")
  }

  /// Stops draining.
  mutating func cancelDrain(_ out: inout Outbox) -> AdminAnswer {
    do throws(AdminRefusal) {
      try lifecycle.cancelDrain()
    } catch {
      return .refused(error)
    }
    world?.takes(true)
    movesEveryRoom = false
    announce("This server is no longer stopping: new matches may start.", &out)
    return .done("Draining is cancelled.")
  }

  private mutating func announce(_ text: String, _ out: inout Outbox) {
    send(.notice(text), to: sessions.welcomed, &out)
  }

  // MARK: Shutting down

  /// Begins the shutdown: accepts nothing new, waits for the journal, then notifies every client.
  mutating func leave(_ mode: ShutdownMode, now: ServerTime, _ out: inout Outbox) {
    lifecycle.leave(mode, runningMatches: directory.counts.runningMatches, now: now)
    leaveIfDone(now: now, &out)
  }

  /// Closes every client once the journal has answered or the time is up.
  mutating func leaveIfDone(now: ServerTime, _ out: inout Outbox) {
    guard lifecycle.closesEveryone(now: now) else { return }
    for connection in connections.keys.sorted() { dismiss(connection, &out) }
  }

  /// Sends `closing` and closes the connection.
  mutating func dismiss(_ connection: ServerConnectionID, _ out: inout Outbox) {
    guard let farewell = lifecycle.farewell else { return }
    send(.closing(farewell.closing), to: [connection], &out)
    out.append(.close(connection, code: farewell.closeCode, reason: farewell.code.rawValue))
  }

  /// Handles a message during shutdown: refuses new rooms and ignores the rest, which clients
  /// repeat when they reconnect.
  mutating func answerLeaving(
    _ message: ClientMessage, over connection: ServerConnectionID, _ out: inout Outbox
  ) {
    guard let farewell = lifecycle.farewell else { return }
    switch message {
    case .request(let id, .createRoom), .request(let id, .quickMatch):
      refuse(id, over: connection, Refusal(farewell.code), &out)
    case .hello: dismiss(connection, &out)
    default: break
    }
  }
}

extension RoomRequest {
  /// Whether it could start a match.
  var beginsMatch: Bool {
    switch self {
    case .createRoom, .quickMatch: true
    case .joinRoom, .leaveRoom: false
    case .intent(let seen):
      switch seen.intent {
      case .ready, .restart, .rematch: true
      case .configure, .reveal, .deal, .choose, .shuffle, .addBot, .removeSeat, .resign: false
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

/// Draining: no new matches; the server stops when the running ones are over.
struct Draining: Hashable, Sendable {
  /// How often running matches are counted.
  static let interval = Duration.seconds(1)

  /// The deadline; nil to wait for the last match.
  var deadline: ServerTime?
  /// The next check; nil once draining is complete.
  var nextLook: ServerTime?
}

extension ServerCore {
  /// Whether no new matches start, because the server is draining or shutting down.
  package var isDraining: Bool { draining != nil || farewell != nil }

  /// Whether draining completed with no match left, so clients need not come back.
  ///
  /// If the deadline ended it, the running matches are left for the next server.
  var hasDrained: Bool {
    guard let draining else { return false }
    return draining.nextLook == nil && directory.counts.runningMatches == 0
  }

  /// When draining is checked next; nil for never.
  var drainingWake: ServerTime? {
    draining?.nextLook.map { min($0, draining?.deadline ?? $0) }
  }

  /// Starts draining, or changes its deadline.
  mutating func drain(
    within limit: Duration?, now: ServerTime, _ out: inout Outbox
  ) -> AdminAnswer {
    guard farewell == nil else {
      return .refused(AdminRefusal(.unavailable, "The server is already stopping."))
    }
    let isNew = draining == nil
    draining = Draining(deadline: limit.map { now + $0 }, nextLook: now)
    if isNew {
      let end = limit.map { ", in \($0.rounded) at the latest" } ?? ""
      announce(
        "This server starts no new matches and stops once the running ones are over\(end).", &out)
    }
    let running = directory.counts.runningMatches
    guard running > 0 else { return .done("No match is running: the server is stopping.") }
    let matches = running == 1 ? "the running match is" : "the \(running) running matches are"
    let end = draining?.deadline.map { ", at \($0.utcText) at the latest" } ?? ""
    return .done(
      "Draining: the server stops once \(matches) over\(end). To cancel: facedown-server admin "
        + "drain --cancel.")
  }

  /// Stops draining.
  mutating func cancelDrain(_ out: inout Outbox) -> AdminAnswer {
    guard draining != nil, farewell == nil else {
      return .refused(AdminRefusal(.unavailable, "The server is not draining."))
    }
    draining = nil
    announce("This server is no longer stopping: new matches may start.", &out)
    return .done("Draining is cancelled.")
  }

  /// Completes draining when no match is running or the deadline has passed.
  mutating func lookAfterDraining(now: ServerTime, _ out: inout Outbox) {
    guard let draining, let wake = drainingWake, wake <= now else { return }
    let isOver =
      directory.counts.runningMatches == 0 || draining.deadline.map { $0 <= now } == true
    self.draining?.nextLook = isOver ? nil : now + Draining.interval
    if isOver { out.append(.drained) }
  }

  /// Refuses a request that could start a match while draining; returns whether it did.
  mutating func refusesBeginning(
    _ request: Request, _ message: ClientMessage, over connection: ServerConnectionID,
    _ out: inout Outbox
  ) -> Bool {
    guard draining != nil, request.beginsMatch else { return false }
    refuse(message, over: connection, Refusal(.serverDraining), &out)
    return true
  }

  private mutating func announce(_ text: String, _ out: inout Outbox) {
    send(.notice(text), to: connections.filter { $0.value.session != nil }.keys.sorted(), &out)
  }
}

extension Request {
  /// Whether it could start a match.
  fileprivate var beginsMatch: Bool {
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

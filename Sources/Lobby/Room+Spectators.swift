// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// What the room hands over to its audience.

extension Room {
  /// Sends entries that have landed to players now, and to spectators after their delay.
  ///
  /// Nothing is delayed outside a match. An event announced ahead of time reaches spectators only
  /// their delay after its own time.
  mutating func passOn(_ entries: [Entry], wasRunning: Bool, _ context: inout DecisionContext) {
    let delay = wasRunning || view.isMatchRunning ? view.settings.spectatorDelay : .zero
    let ahead = entries.last.map { max($0.at - context.now, .zero) } ?? .zero
    let isAtOnce = audience.take(
      .entries(through: view.seq), after: delay == .zero ? .zero : delay + ahead, from: log,
      now: context.now)
    context.outputs.append(
      .entries(entries, to: playersListening, audience: isAtOnce && audience.count > 0 ? id : nil))
    if !isAtOnce { release(&context) }
  }

  /// Whether spectators see the match live.
  var isWatchedLive: Bool {
    audience.isLive && (!view.isMatchRunning || view.settings.spectatorDelay == .zero)
  }

  /// Sends spectators what is due by now, and everyone the number of spectators.
  mutating func release(_ context: inout DecisionContext) {
    guard let due = audience.nextDue, due <= context.now else { return }
    audience.release(from: log, players: playersListening, &context)
  }

  /// Announces that a player came, left, connected or disconnected.
  mutating func announcePresence(_ context: inout DecisionContext) {
    let delay = view.isMatchRunning ? view.settings.spectatorDelay : .zero
    let isAtOnce = audience.take(
      .presence(presence), after: delay, from: log, now: context.now)
    context.outputs.append(
      .presence(presence, to: playersListening, audience: isAtOnce && audience.count > 0 ? id : nil)
    )
  }

  /// The journal has answered for a session that waits to watch.
  mutating func watches(_ session: SessionID, isKept: Bool, _ context: inout DecisionContext) {
    audience.admit(
      session, isKept: isKept, isLocked: view.settings.audience == .locked, from: log,
      delay: view.settings.spectatorDelay, players: playersListening, &context)
    if !isEmpty { emptySince = nil }
  }

  /// A relay that watches has this many viewers; nil if it counts as one spectator.
  mutating func count(
    _ viewers: Int?, through session: SessionID, _ context: inout DecisionContext
  ) {
    audience.count(viewers, through: session)
    audience.announceCount(players: playersListening, &context)
  }

  /// Removes a spectator restored after a restart that no longer watches this room.
  mutating func release(spectator session: SessionID, _ context: inout DecisionContext) {
    guard audience.remove(session, &context) else { return }
    if isEmpty { emptySince = context.now }
    audience.announceCount(players: playersListening, &context)
    advance(&context)
  }

  /// Removes every spectator from a locked room.
  mutating func dismissSpectatorsIfLocked(_ context: inout DecisionContext) {
    guard view.settings.audience == .locked else { return }
    perform(audience.sessions.map { .leave($0, nil, .locked) }, &context)
  }

  /// Shows a restored room's log to its spectators, as far as they may see it.
  mutating func refillAudience(asOf time: ServerTime, now: ServerTime) {
    audience.refill(from: log, presence, asOf: time, now: now)
  }
}

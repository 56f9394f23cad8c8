// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Presence, and what spectators are sent with a delay.

extension Room {
  /// Sends entries that have landed to players now, and to spectators after their delay.
  ///
  /// Nothing is delayed outside a match. An event announced ahead of time reaches spectators only
  /// their delay after its own time.
  mutating func passOn(_ entries: [Entry], wasRunning: Bool, _ context: inout DecisionContext) {
    let delay =
      wasRunning || view.isMatchRunning ? view.settings.spectatorDelay : .zero
    let isLive = feed.isLive && delay == .zero
    let ahead = entries.last.map { max($0.at - context.now, .zero) } ?? .zero
    assert(
      !isLive || feed.view.seq + UInt64(entries.count) == view.seq,
      "A live feed has everything before the new entries.")
    feed.put(
      .entries(through: view.seq), after: delay == .zero ? .zero : delay + ahead, now: context.now)
    if isLive {
      _ = feed.release(from: log, now: context.now)
      context.outputs.append(.entries(entries, to: listeners))
    } else {
      context.outputs.append(.entries(entries, to: listeners(.player)))
      release(&context)
    }
  }

  /// Whether spectators see the match live.
  var isWatchedLive: Bool {
    feed.isLive && (!view.isMatchRunning || view.settings.spectatorDelay == .zero)
  }

  /// Sends spectators what is due by now, and everyone the number of spectators.
  mutating func release(_ context: inout DecisionContext) {
    if let due = feed.nextDue, due <= context.now {
      let (entries, presence) = feed.release(from: log, now: context.now)
      let spectators = listeners(.spectator)
      if !spectators.isEmpty {
        if !entries.isEmpty { context.outputs.append(.entries(Array(entries), to: spectators)) }
        if let presence { context.outputs.append(.presence(presence, to: spectators)) }
      }
    }
    if let audienceDue, audienceDue <= context.now { announceAudience(&context) }
  }

  /// Announces a new member to all members, and sends it the presence and the audience.
  mutating func greet(_ member: Member, _ context: inout DecisionContext) {
    switch member.role {
    case .player:
      announcePresence(&context)
      context.outputs.append(.audience(announcedAudience.count, to: [member.session]))
    case .spectator:
      context.outputs.append(.presence(feed.presence, to: [member.session]))
      announceAudience(&context)
      if announcedAudience.count != spectatorCount {
        context.outputs.append(.audience(announcedAudience.count, to: [member.session]))
      }
    }
  }

  /// Sends a returning member the presence and the audience.
  func sendPresence(_ session: SessionID, _ role: Role, _ context: inout DecisionContext) {
    let known = role == .player ? presence : feed.presence
    context.outputs.append(.presence(known, to: [session]))
    context.outputs.append(.audience(announcedAudience.count, to: [session]))
  }

  /// Announces that a player came, left, connected or disconnected.
  mutating func announcePresence(_ context: inout DecisionContext) {
    let delay = view.isMatchRunning ? view.settings.spectatorDelay : .zero
    let isLive = feed.isLive && delay == .zero
    feed.put(.presence(presence), after: delay, now: context.now)
    if isLive {
      _ = feed.release(from: log, now: context.now)
      context.outputs.append(.presence(presence, to: listeners))
    } else {
      context.outputs.append(.presence(presence, to: listeners(.player)))
    }
  }

  /// Removes every spectator from a locked room.
  mutating func dismissSpectatorsIfLocked(_ context: inout DecisionContext) {
    guard view.settings.audience == .locked else { return }
    perform(members.spectators.map { .leave($0.session, nil, .locked) }, &context)
  }

  /// When the number of spectators is announced next; nil while it is up to date.
  var audienceDue: ServerTime? {
    guard announcedAudience.count != spectatorCount else { return nil }
    return announcedAudience.at.map { $0 + LobbyLimits.audienceInterval } ?? .zero
  }

  /// Announces the number of spectators, at most once per `LobbyLimits.audienceInterval`, so that a
  /// thousand newcomers cause one message.
  mutating func announceAudience(_ context: inout DecisionContext) {
    guard let audienceDue, audienceDue <= context.now else { return }
    announcedAudience = (spectatorCount, context.now)
    context.outputs.append(.audience(spectatorCount, to: listeners))
  }
}

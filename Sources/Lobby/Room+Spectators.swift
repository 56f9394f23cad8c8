// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Who is here, and what those who watch are told of it and when.

extension Room {
  /// Gives entries that have landed to players now, and to viewers when they may have them.
  ///
  /// What happens outside a match is not held back: there is nothing in it that helps anyone. What is
  /// announced ahead of its time is no sooner with viewers than their delay after that time.
  mutating func passOn(_ entries: [Entry], wasRunning: Bool, _ context: inout DecisionContext) {
    let delay =
      wasRunning || view.isMatchRunning ? view.settings.spectatorDelay : .zero
    let isLive = feed.isLive && delay == .zero
    let ahead = entries.last.map { max($0.at - context.now, .zero) } ?? .zero
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

  /// Whether those who watch see the match as it is.
  var isWatchedLive: Bool {
    feed.isLive && (!view.isMatchRunning || view.settings.spectatorDelay == .zero)
  }

  /// Gives viewers what they may have by now, and everyone the number of viewers.
  mutating func release(_ context: inout DecisionContext) {
    if let due = feed.nextDue, due <= context.now {
      let (entries, presence) = feed.release(from: log, now: context.now)
      let viewers = listeners(.spectator)
      if !viewers.isEmpty {
        if !entries.isEmpty { context.outputs.append(.entries(Array(entries), to: viewers)) }
        if let presence { context.outputs.append(.presence(presence, to: viewers)) }
      }
    }
    if let audienceDue, audienceDue <= context.now { announceAudience(&context) }
  }

  /// Someone is new here: tells everybody, and the newcomer what it missed.
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

  /// Tells one who is back who is here.
  func tellWhoIsHere(_ session: SessionID, _ role: Role, _ context: inout DecisionContext) {
    let known = role == .player ? presence : feed.presence
    context.outputs.append(.presence(known, to: [session]))
    context.outputs.append(.audience(announcedAudience.count, to: [session]))
  }

  /// A player came, went, or lost or found its connection.
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
  mutating func dismissViewersIfLocked(_ context: inout DecisionContext) {
    guard view.settings.audience == .locked else { return }
    perform(members.spectators.map { .leave($0.session, nil, .locked) }, &context)
  }

  /// When everyone is to be told again how many watch; nil while they know.
  var audienceDue: ServerTime? {
    guard announcedAudience.count != spectatorCount else { return nil }
    return announcedAudience.at.map { $0 + LobbyLimits.audienceInterval } ?? .zero
  }

  /// Tells everyone how many watch, unless they were told a moment ago: a thousand who come at once
  /// are told of together.
  mutating func announceAudience(_ context: inout DecisionContext) {
    guard let audienceDue, audienceDue <= context.now else { return }
    announcedAudience = (spectatorCount, context.now)
    context.outputs.append(.audience(spectatorCount, to: listeners))
  }
}

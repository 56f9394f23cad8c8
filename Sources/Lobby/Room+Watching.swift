// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Who is here, and what those who watch are told of it and when.

extension Room {
  /// Gives entries that have landed to players now, and to viewers when they may have them.
  ///
  /// What happens outside a match is not held back: there is nothing in it that helps anyone. What is
  /// announced ahead of its time is no sooner with viewers than their delay after that time.
  mutating func passOn(_ entries: [Entry], wasRunning: Bool, _ desk: inout Desk) {
    let delay =
      wasRunning || view.isMatchRunning ? view.settings.spectatorDelay : .zero
    let isLive = feed.isLive && delay == .zero
    let ahead = entries.last.map { max($0.at - desk.now, .zero) } ?? .zero
    feed.put(
      .entries(through: view.seq), after: delay == .zero ? .zero : delay + ahead, now: desk.now)
    if isLive {
      _ = feed.release(from: log, now: desk.now)
      desk.outputs.append(.entries(entries, to: listeners))
    } else {
      desk.outputs.append(.entries(entries, to: listeners(.player)))
      release(&desk)
    }
  }

  /// Whether those who watch see the match as it is.
  var isWatchedLive: Bool {
    feed.isLive && (!view.isMatchRunning || view.settings.spectatorDelay == .zero)
  }

  /// Gives viewers what they may have by now, and everyone the number of viewers.
  mutating func release(_ desk: inout Desk) {
    if let due = feed.nextDue, due <= desk.now {
      let (entries, presence) = feed.release(from: log, now: desk.now)
      let viewers = listeners(.spectator)
      if !viewers.isEmpty {
        if !entries.isEmpty { desk.outputs.append(.entries(Array(entries), to: viewers)) }
        if let presence { desk.outputs.append(.presence(presence, to: viewers)) }
      }
    }
    if let audienceDue, audienceDue <= desk.now { announceAudience(&desk) }
  }

  /// Someone is new here: tells everybody, and the newcomer what it missed.
  mutating func greet(_ member: Member, _ desk: inout Desk) {
    switch member.role {
    case .player:
      announcePresence(&desk)
      desk.outputs.append(.audience(announcedAudience.count, to: [member.session]))
    case .spectator:
      desk.outputs.append(.presence(feed.presence, to: [member.session]))
      announceAudience(&desk)
      if announcedAudience.count != spectatorCount {
        desk.outputs.append(.audience(announcedAudience.count, to: [member.session]))
      }
    }
  }

  /// Tells one who is back who is here.
  func tellWhoIsHere(_ session: SessionID, _ role: Role, _ desk: inout Desk) {
    let known = role == .player ? presence : feed.presence
    desk.outputs.append(.presence(known, to: [session]))
    desk.outputs.append(.audience(announcedAudience.count, to: [session]))
  }

  /// A player came, went, or lost or found its connection.
  mutating func announcePresence(_ desk: inout Desk) {
    let delay = view.isMatchRunning ? view.settings.spectatorDelay : .zero
    let isLive = feed.isLive && delay == .zero
    feed.put(.presence(presence), after: delay, now: desk.now)
    if isLive {
      _ = feed.release(from: log, now: desk.now)
      desk.outputs.append(.presence(presence, to: listeners))
    } else {
      desk.outputs.append(.presence(presence, to: listeners(.player)))
    }
  }

  /// Removes every spectator from a locked room.
  mutating func dismissViewersIfLocked(_ desk: inout Desk) {
    guard view.settings.audience == .locked else { return }
    perform(members.spectators.map { .leave($0.session, nil, .locked) }, &desk)
  }

  /// When everyone is to be told again how many watch; nil while they know.
  var audienceDue: ServerTime? {
    guard announcedAudience.count != spectatorCount else { return nil }
    return announcedAudience.at.map { $0 + Courtesy.audienceInterval } ?? .zero
  }

  /// Tells everyone how many watch, unless they were told a moment ago: a thousand who come at once
  /// are told of together.
  mutating func announceAudience(_ desk: inout Desk) {
    guard let audienceDue, audienceDue <= desk.now else { return }
    announcedAudience = (spectatorCount, desk.now)
    desk.outputs.append(.audience(spectatorCount, to: listeners))
  }
}

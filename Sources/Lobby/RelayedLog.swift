// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// A relay's copy of a room: its log from a base on, and the spectators here.
///
/// Nothing is delayed: what comes may be shown, and goes out as it comes.
struct RelayedLog: Sendable {
  /// The room's name at its owner.
  let room: RoomID
  /// Between `LobbyLimits.missedLimit` and twice as many entries, or all since the base: nobody is
  /// sent more to resume, and a new spectator's base is moved along.
  private(set) var log: RoomLog
  /// Those who watch here.
  var audience: Audience

  /// A log that begins at `base`, with an empty audience.
  init(of room: RoomID, _ code: RoomCode, from base: MatchView) {
    self.room = room
    log = RoomLog(after: base.seq)
    audience = Audience(relaying: room, code, from: base)
  }

  /// Continues at a base, because entries before it are missing.
  mutating func reset(to base: MatchView) {
    log = RoomLog(after: base.seq)
    audience.reset(to: base)
  }

  /// The spectators' delay, which the owner has kept, less how far its time is `ahead`: bases trail
  /// the owner's time.
  private func delay(_ ahead: Duration) -> Duration {
    audience.view.settings.spectatorDelay - ahead
  }

  /// Admits a session, or sends a spectator what it missed.
  mutating func join(
    _ origin: Origin, after afterSeq: UInt64?, ahead: Duration, _ context: inout DecisionContext
  ) {
    let delay = delay(ahead)
    if audience.contains(origin.session) {
      audience.resume(
        origin.session, by: origin.request, after: afterSeq, from: log, delay: delay, &context)
    } else {
      audience.admit(origin, from: log, delay: delay, &context)
    }
  }

  /// Sends a spectator a fresh base and tail.
  mutating func refresh(
    _ session: SessionID, ahead: Duration, _ context: inout DecisionContext
  ) {
    let delay = delay(ahead)
    audience.resume(session, by: nil, after: nil, from: log, delay: delay, &context)
  }

  /// Adds the next entry; one that does not follow is ignored.
  ///
  /// - Returns: whether it was added.
  mutating func take(_ entry: Entry, now: ServerTime) -> Bool {
    guard entry.seq == log.lastSeq + 1, entry.at >= audience.view.at else { return false }
    log.append([entry])
    let isAtOnce = audience.take(
      .entries(through: entry.seq), after: .zero, from: log, now: now)
    assert(isAtOnce, "A relay delays nothing.")
    if log.entries.count > 2 * LobbyLimits.missedLimit {
      let start = log.lastSeq - UInt64(LobbyLimits.missedLimit)
      audience.foldBase(of: log, through: start)
      log.drop(through: start)
    }
    return true
  }

  /// Notes which seats are connected.
  mutating func take(_ presence: [SeatPresence], now: ServerTime) {
    _ = audience.take(.presence(presence), after: .zero, from: log, now: now)
  }
}

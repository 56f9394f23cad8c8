// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// Where quick match leads somebody no more for a while: `LobbyLimits.quickMatchPause` each.
struct QuickMatchPauses: Sendable {
  /// Whom it is about: a key's player over all sessions, or a guest.
  enum Person: Hashable, Sendable {
    case player(String)
    case guest(SessionID)

    init(_ player: Player, _ session: SessionID) {
      self = player.id.map { .player($0) } ?? .guest(session)
    }
  }

  /// What it is about.
  enum Pause: Hashable, Sendable {
    /// A table that the person has had a seat at.
    case table(RoomID, Person)
    /// Every rated table, for a player who withheld a share of a deal.
    case rated(playerID: String)
  }

  private var ends: [Pause: ServerTime] = [:]
  /// In the order in which they began, those that have been begun anew several times.
  private var order: Deque<(end: ServerTime, pause: Pause)> = []

  /// A pause begins, or begins anew.
  mutating func begin(_ pause: Pause, at now: ServerTime) {
    forget(before: now)
    if order.count >= LobbyLimits.pausesKept { forgetFirst() }
    let end = now + LobbyLimits.quickMatchPause
    ends[pause] = end
    order.append((end, pause))
  }

  /// How long a pause still lasts; nil for not at all.
  func rest(of pause: Pause, at now: ServerTime) -> Duration? {
    ends[pause].flatMap { $0 > now ? $0 - now : nil }
  }

  private mutating func forget(before now: ServerTime) {
    while let first = order.first, first.end <= now { forgetFirst() }
  }

  private mutating func forgetFirst() {
    let (end, pause) = order.removeFirst()
    if ends[pause] == end { ends[pause] = nil }
  }
}

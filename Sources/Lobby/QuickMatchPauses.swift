// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// Tables that quick match does not offer a player again for `LobbyLimits.quickMatchPause`.
struct QuickMatchPauses: Sendable {
  /// The paused player: the owner of a key across all sessions, or a guest.
  enum Person: Hashable, Sendable {
    case player(String)
    case guest(SessionID)

    init(_ player: Player, _ session: SessionID) {
      self = player.id.map { .player($0) } ?? .guest(session)
    }
  }

  /// What is paused.
  enum Pause: Hashable, Sendable {
    /// A table the person has just left.
    case table(RoomID, Person)
    /// Every rated table, for a player who withheld a share of a deal.
    case rated(playerID: String)
  }

  private var ends: [Pause: ServerTime] = [:]
  /// In the order in which they began; a restarted pause appears several times.
  private var order: Deque<(end: ServerTime, pause: Pause)> = []

  /// Begins a pause, or restarts it.
  mutating func begin(_ pause: Pause, at now: ServerTime) {
    forget(before: now)
    if order.count >= LobbyLimits.pausesKept { forgetFirst() }
    let end = now + LobbyLimits.quickMatchPause
    ends[pause] = end
    order.append((end, pause))
    assert(ends.count <= order.count, "Every pause has a place in the order of ending.")
  }

  /// How long a pause still lasts, or nil.
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

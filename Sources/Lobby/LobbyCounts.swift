// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Current totals over all rooms and sessions.
package struct LobbyCounts: Hashable, Sendable {
  /// Rooms by phase, in the order of `MatchView.Phase.allCases`.
  package internal(set) var rooms = [Int](repeating: 0, count: MatchView.Phase.allCases.count)
  /// Seated people, including disconnected ones.
  package internal(set) var players = 0
  /// Spectators.
  package internal(set) var spectators = 0
  /// The server's own bots, including stand-ins.
  package internal(set) var bots = 0
  /// Taken seats of any kind.
  package internal(set) var takenSeats = 0
  /// Sessions, including disconnected ones.
  package internal(set) var sessions = 0

  /// All zero.
  package init() {}

  /// Rooms with a running match.
  package var runningMatches: Int {
    zip(MatchView.Phase.allCases, rooms).reduce(0) { $0 + ($1.0.isRunning ? $1.1 : 0) }
  }

  /// Replaces a room's former share by its present one; nil before it opens and after it closes.
  mutating func count(_ now: RoomCounts?, insteadOf before: RoomCounts?) {
    guard now != before else { return }
    if let before { add(before, -1) }
    if let now { add(now, 1) }
  }

  private mutating func add(_ room: RoomCounts, _ sign: Int) {
    for (index, phase) in MatchView.Phase.allCases.enumerated() where phase == room.phase {
      rooms[index] += sign
    }
    players += sign * room.players
    spectators += sign * room.spectators
    bots += sign * room.bots
    takenSeats += sign * room.takenSeats
    assert(
      rooms.allSatisfy { $0 >= 0 } && min(players, spectators, bots, takenSeats) >= 0,
      "No total falls below 0: a room takes away only what it has added.")
  }
}

/// One room's share in the totals.
struct RoomCounts: Hashable, Sendable {
  let phase: MatchView.Phase
  let players: Int
  let spectators: Int
  let bots: Int
  let takenSeats: Int
}

extension Room {
  /// The room's share in the totals.
  var counts: RoomCounts {
    RoomCounts(
      phase: view.phase, players: members.count, spectators: audience.count,
      bots: view.serverBotCount, takenSeats: view.takenSeatCount)
  }
}

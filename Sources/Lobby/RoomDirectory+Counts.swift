// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// How many there are of what, at a moment.
public struct LobbyCounts: Hashable, Sendable {
  /// Rooms by where their match stands, in the order of the phases.
  public internal(set) var rooms = [Int](repeating: 0, count: MatchView.Phase.allCases.count)
  /// People on seats, those without a connection included.
  public internal(set) var players = 0
  /// People who watch.
  public internal(set) var spectators = 0
  /// The server's own bots on seats, those included that stand in for somebody.
  public internal(set) var bots = 0
  /// Seats that are taken, by whomever.
  public internal(set) var takenSeats = 0
  /// Sessions, those without a connection included.
  public internal(set) var sessions = 0

  /// Nobody and nothing.
  public init() {}

  /// Rooms whose match is under way.
  public var runningMatches: Int {
    zip(MatchView.Phase.allCases, rooms).reduce(0) { $0 + ($1.0.isRunning ? $1.1 : 0) }
  }

  /// Counts a room by what it is now instead of by what it was; nil where there is none.
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
  }
}

/// What a census counts of one room.
struct RoomCounts: Hashable, Sendable {
  let phase: MatchView.Phase
  let players: Int
  let spectators: Int
  let bots: Int
  let takenSeats: Int

  init(_ room: Room) {
    phase = room.view.phase
    players = room.members.players.count
    spectators = room.spectatorCount
    bots = room.view.seats.count { $0.botLevel != nil }
    takenSeats = room.view.seats.count { $0.isTaken }
  }
}

extension RoomDirectory {
  /// What there is now.
  ///
  /// It is kept as rooms change, so asking costs the same however many there are.
  public var counts: LobbyCounts {
    var counts = counted
    counts.sessions = sessions.count
    return counts
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// How many there are of what, at a moment.
public struct Census: Hashable, Sendable {
  /// Rooms by where their match stands, in the order of the phases.
  public var rooms = [Int](repeating: 0, count: MatchView.Phase.allCases.count)
  /// People on seats, those without a connection included.
  public var players = 0
  /// People who watch.
  public var spectators = 0
  /// The server's own bots on seats, those included that stand in for somebody.
  public var bots = 0
  /// Sessions, those without a connection included.
  public var sessions = 0

  /// Nobody and nothing.
  public init() {}

  /// A room that is one more.
  mutating func add(_ phase: MatchView.Phase) {
    // Where it stands among the cases; there are six.
    guard let index = MatchView.Phase.allCases.firstIndex(of: phase) else { return }
    rooms[index] += 1
  }
}

extension RoomDirectory {
  /// What there is now; every room is looked at.
  public var census: Census {
    var census = Census()
    census.sessions = sessions.count
    // The order does not matter: everything is only added up.
    for room in rooms.values {
      census.add(room.match.view.phase)
      for member in room.members {
        if member.role == .player { census.players += 1 } else { census.spectators += 1 }
      }
      for seat in room.match.view.seats where seat.botLevel != nil { census.bots += 1 }
    }
    return census
  }
}

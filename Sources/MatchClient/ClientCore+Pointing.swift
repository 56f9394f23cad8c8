// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

// Where the player points, for others to see.

extension ClientCore {
  /// Whether others may see now where the player points: the server takes it, and it is the player's
  /// turn.
  package var mayPoint: Bool {
    guard isCurrent, pointsPerSecond > 0, let table, let seat = table.seat else { return false }
    let view = table.log.latest
    return view.settings.showsPointing && view.phase == .playing && view.turn?.seat == seat
  }

  /// The most points a second that the server takes; 0 for none.
  private var pointsPerSecond: Int { welcome?.limits.pointsPerSecond ?? 0 }

  /// When the last place pointed at is to be sent; nil if it was.
  var pointDue: LocalTime? { points.due(perSecond: pointsPerSecond) }

  /// Sends where the player points, now or once the rate allows it.
  mutating func point(to place: Int?, now: LocalTime) -> [ClientOutput] {
    points.point(to: place)
    return sendPoint(now: now)
  }

  /// Sends the last place pointed at if that is due; forgets it if nobody may see it.
  mutating func sendPoint(now: LocalTime) -> [ClientOutput] {
    guard mayPoint else {
      points.forget()
      return []
    }
    return points.take(perSecond: pointsPerSecond, at: now).map { send($0) } ?? []
  }
}

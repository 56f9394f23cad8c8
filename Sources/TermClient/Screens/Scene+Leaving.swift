// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

// Who may go, and who may be sent away.

extension Scene {
  /// Whether the viewer, by leaving now, gives a match up against others.
  var isLeavingCostly: Bool {
    guard let you, phase.isRunning, seats.count > 1, seats.indices.contains(you.rawValue) else {
      return false
    }
    return !seats[you.rawValue].hasResigned
  }

  /// Why the viewer can give nobody's seat away now; nil if they can.
  var removalProblem: RefusalCode? {
    guard let you, seats.indices.contains(you.rawValue) else { return .playNotSeated }
    guard seats[you.rawValue].isOwner else { return .roomNotOwner }
    guard !phase.isRunning else { return .roomMatchRunning }
    return removableSeats.isEmpty ? .roomUnknownSeat : nil
  }

  /// The seats that the owner of the room may give away.
  var removableSeats: [SeatIndex] {
    seats.filter { $0.isTaken && !$0.isYou }.map { $0.index }
  }
}

/// How far the question is whose seat is given away.
enum RemovalQuestion: Hashable, Sendable {
  /// Whose?
  case whom
  /// Really this one's?
  case sure(SeatIndex)
}

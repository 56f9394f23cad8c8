// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Nobody waits for ever for who does not get ready.

extension Room {
  /// When those who are not ready have kept who is ready waiting for too long; nil for never.
  ///
  /// Whatever happens in the waiting room, somebody who sits down or gets ready, is a reason to wait
  /// a little longer. Bots do not mind.
  var patienceEnds: ServerTime? {
    guard view.phase == .waiting, !unreadySeats.isEmpty,
      view.seats.contains(where: { $0.isTaken && $0.isReady && $0.player?.isBot == false })
    else { return nil }
    return max(view.at, resumedAt ?? view.at) + Courtesy.readyLimit
  }

  private var unreadySeats: [SeatIndex] {
    view.takenSeats.filter { !view.seats[$0.rawValue].isReady }
  }

  /// Frees the seats of all who are not ready.
  func eviction(at now: ServerTime, lead: Duration) -> Step {
    let actors = unreadySeats.compactMap { view.seats[$0.rawValue].actor }
    var decision = deciding(at: Moment(now: now, lead: lead))
    for seat in unreadySeats { decision.vacate(seat) }
    return Step(
      decision,
      then: members.filter { member in member.actor.map { actors.contains($0) } ?? false }
        .map { .leave($0.session, nil, .unready) })
  }
}

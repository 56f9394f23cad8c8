// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// The ready timeout.

extension Room {
  /// When the next player who is not ready loses their seat; nil for never.
  var readyTimeoutAt: ServerTime? {
    guard view.phase == .waiting, let last = lastReadyAt else { return nil }
    return unreadySeats.map { readyTimeout(of: $0, after: last) }.min()
  }

  /// When a seat that is not ready times out.
  ///
  /// The minute starts when the last person got ready, or when this player sat down, whichever is
  /// later. Others who come, leave or repeat that they are ready do not extend it.
  private func readyTimeout(of seat: SeatIndex, after last: ServerTime) -> ServerTime {
    max(last, seatHistory[seat].since, resumedAt ?? last) + LobbyLimits.readyLimit
  }

  /// When the last person got ready; nil if nobody is.
  ///
  /// Waiting bots do not count.
  private var lastReadyAt: ServerTime? {
    var last: ServerTime?
    for index in view.seats.indices where view.seats[index].isWaitingPerson {
      guard let readyAt = seatHistory[SeatIndex(index)].readyAt else { continue }
      last = max(last ?? readyAt, readyAt)
    }
    return last
  }

  private var unreadySeats: [SeatIndex] {
    view.takenSeats.filter { !view.seats[$0.rawValue].isReady }
  }

  /// Frees the seats of all players whose ready timeout has passed.
  func eviction(at now: ServerTime, lead: Duration) -> Step {
    let last = lastReadyAt
    let late = unreadySeats.filter { seat in
      last.map { readyTimeout(of: seat, after: $0) <= now } ?? false
    }
    assert(!late.isEmpty, "An eviction frees at least one seat, or it would be due forever.")
    let actors = late.compactMap { view.seats[$0.rawValue].actor }
    var decision = deciding(at: Moment(now: now, lead: lead))
    for seat in late { decision.vacate(seat) }
    return Step(
      decision,
      then: members.filter { actors.contains($0.actor) }
        .map { .leave($0.session, nil, .unready) })
  }
}

extension SeatView {
  /// Whether a person has taken this seat and is ready.
  fileprivate var isWaitingPerson: Bool { isReady && isTaken && player?.isBot == false }
}

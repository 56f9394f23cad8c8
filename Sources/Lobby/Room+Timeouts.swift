// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// The ready timeout.

extension Room {
  /// When the next player who is not ready loses their seat; nil for never.
  var readyTimeoutAt: ServerTime? {
    guard view.phase == .waiting else { return nil }
    return unreadySeats.compactMap { readyTimeout(of: $0) }.min()
  }

  /// When a seat that is not ready times out; nil for never.
  ///
  /// The minute starts when the last other person got ready, or when this player sat down,
  /// whichever is later. Others who come, leave or repeat that they are ready do not extend it.
  /// Waiting bots do not count.
  private func readyTimeout(of seat: SeatIndex) -> ServerTime? {
    let others = view.takenSeats.filter { $0 != seat && view.seats[$0.rawValue].isWaitingPerson }
    guard let last = others.compactMap({ seatHistory[$0].readyAt }).max() else { return nil }
    return max(last, seatHistory[seat].since, resumedAt ?? last) + LobbyLimits.readyLimit
  }

  private var unreadySeats: [SeatIndex] {
    view.takenSeats.filter { !view.seats[$0.rawValue].isReady }
  }

  /// Frees the seats of all players whose ready timeout has passed.
  func eviction(at now: ServerTime, lead: Duration) -> Step {
    let late = unreadySeats.filter { seat in readyTimeout(of: seat).map { $0 <= now } ?? false }
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
  /// Whether a person is ready in this seat.
  fileprivate var isWaitingPerson: Bool { isReady && player?.isBot == false }
}

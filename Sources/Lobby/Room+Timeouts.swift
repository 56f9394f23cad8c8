// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Nobody waits for ever for who does not get ready.

extension Room {
  /// When the first of those who are not ready has kept who is ready waiting for too long; nil for
  /// never.
  var readyTimeoutAt: ServerTime? {
    guard view.phase == .waiting else { return nil }
    return unreadySeats.compactMap { readyTimeoutAt(at: $0) }.min()
  }

  /// When a seat that is not ready has kept the others waiting for too long; nil for never.
  ///
  /// Its minute counts from when the last of the others got ready, or its player sat down: who comes
  /// and goes meanwhile, or says once more that it is ready, gives it no more time. Bots do not mind.
  private func readyTimeoutAt(at seat: SeatIndex) -> ServerTime? {
    let others = view.takenSeats.filter { $0 != seat && view.seats[$0.rawValue].isWaitingPerson }
    guard let last = others.compactMap({ seatHistory[$0].readyAt }).max() else { return nil }
    return max(last, seatHistory[seat].since, resumedAt ?? last) + LobbyLimits.readyLimit
  }

  private var unreadySeats: [SeatIndex] {
    view.takenSeats.filter { !view.seats[$0.rawValue].isReady }
  }

  /// Frees the seats of all who have kept the others waiting for too long.
  func eviction(at now: ServerTime, lead: Duration) -> Step {
    let late = unreadySeats.filter { seat in readyTimeoutAt(at: seat).map { $0 <= now } ?? false }
    let actors = late.compactMap { view.seats[$0.rawValue].actor }
    var decision = deciding(at: Moment(now: now, lead: lead))
    for seat in late { decision.vacate(seat) }
    return Step(
      decision,
      then: members.players.filter { member in member.actor.map { actors.contains($0) } ?? false }
        .map { .leave($0.session, nil, .unready) })
  }
}

extension SeatView {
  /// Whether a person is ready there.
  fileprivate var isWaitingPerson: Bool { isReady && player?.isBot == false }
}

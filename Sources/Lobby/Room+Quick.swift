// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// The room as a table for strangers.

extension Room {
  /// The settings by which a quick match finds it; nil if nobody is to be led here: it is not for
  /// everyone, its match is under way, all seats are promised, or nobody waits in it.
  var quickSettings: MatchSettings? {
    let settings = view.seq == 0 ? openedFor : view.settings
    guard !isClosed, view.phase == .waiting, settings.audience == .public,
      view.takenSeats.count + arriving < settings.seats, isAwaited
    else { return nil }
    return settings
  }

  /// Whether somebody is here, or about to be.
  private var isAwaited: Bool {
    view.seq == 0 || members.players.contains { $0.disconnectedAt == nil }
  }

  /// Whether whoever `player` is sits here already; guests are nobody twice.
  func seats(_ player: Player) -> Bool {
    player.id != nil && view.seats.contains { $0.isTaken && $0.player?.id == player.id }
  }

  /// A rated match that could not begin is opened again for those who kept their word; who did not
  /// has to leave.
  func reopening(at now: ServerTime, _ context: inout DecisionContext) -> Step {
    let silent = view.seats.indices.filter {
      !view.seats[$0].entropyCommit.isEmpty && view.seats[$0].entropy?.isEmpty != false
    }
    let owing = silent.filter { view.seats[$0].isTaken }
    let actors = owing.compactMap { view.seats[$0].actor }
    var decision = deciding(at: Moment(now: now, lead: context.lead))
    decision.open(view.settings, random: &context.random)
    for seat in owing { decision.vacate(SeatIndex(seat)) }
    return Step(
      decision,
      then: members.players.filter { member in member.actor.map { actors.contains($0) } ?? false }
        .map { .leave($0.session, nil, .unready) }
        + silent.compactMap { view.seats[$0].player?.id }.map { .blame(playerID: $0) })
  }

  /// Whether a rated match could not begin and is to be opened again.
  var isToReopen: Bool { view.phase == .ended && view.endReason == .aborted }
}

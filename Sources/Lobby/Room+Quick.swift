// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// The room as a target of quick match.

extension Room {
  /// The settings by which quick match finds the room; nil if it is not available: not public,
  /// match running, all seats promised, or nobody connected.
  var quickSettings: MatchSettings? {
    let settings = view.seq == 0 ? openedFor : view.settings
    guard !isClosed, view.phase == .waiting, settings.audience == .public,
      view.takenSeatCount + arriving < settings.seats, isAwaited
    else { return nil }
    return settings
  }

  /// Whether a player is connected, or about to open the room.
  private var isAwaited: Bool {
    view.seq == 0 || members.contains { $0.disconnectedAt == nil }
  }

  /// Whether `player` already has a seat here; guests cannot be recognised.
  func seats(_ player: Player) -> Bool {
    player.id != nil && view.seats.contains { $0.isTaken && $0.player?.id == player.id }
  }

  /// Reopens a rated match that was aborted because a share was withheld; those who withheld theirs
  /// lose their seats.
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
      then: members.filter { actors.contains($0.actor) }
        .map { .leave($0.session, nil, .unready) }
        + silent.compactMap { view.seats[$0].player?.id }.map { .blame(playerID: $0) })
  }

  /// Whether a rated match was aborted and is to be reopened.
  var isToReopen: Bool { view.phase == .ended && view.endReason == .aborted }
}

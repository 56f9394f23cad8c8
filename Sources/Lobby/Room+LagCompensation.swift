// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// What lag is given back to whom. A verdict is reached when a press is decided and entered when that
// has landed; the match itself sees no more of it than when the press counts as made.

extension Room {
  /// What a press in the sender's own turn is given; nil for anything else.
  func grant(
    on seen: SeenIntent, by session: SessionID, received: ServerTime
  ) -> LagCompensator.Grant? {
    guard seen.intent.isPress, let member = member(session), let seat = seat(of: member),
      view.turn?.seat == seat
    else { return nil }
    return member.compensator.grant(
      on: seen.claim.lag(received: received, since: view.earliestChoice))
  }

  /// How long after its deadline the turn is still open.
  ///
  /// As long as a press that is on its way could be given; once the player's next press is here, as
  /// long as that one is given, so that it is in time exactly if it was made in time.
  func grace(inFaceOf input: RoomInput?) -> Duration {
    if case .intent(let seen, let session, _, let received)? = input,
      let grant = grant(on: seen, by: session, received: received)
    {
      return grant.credit
    }
    guard let turn = view.turn,
      let member = members.players.first(where: { seat(of: $0) == turn.seat })
    else { return .zero }
    return member.compensator.grace
  }

  /// Lets the judges know of what has landed.
  mutating func compensator(_ step: Step, _ context: inout DecisionContext) {
    if let grant = step.grant, let session = step.origin?.session,
      members.changePlayer(session, { $0.compensator.enter(grant) }) == true
    {
      context.outputs.append(.suspected(session, id))
    }
    for entry in step.entries {
      switch entry.event {
      case .opened:
        members.changePlayers { $0.compensator.beginMatch() }
      case .turnBegan(let turn):
        let actor =
          view.seats.indices.contains(turn.seat.rawValue)
          ? view.seats[turn.seat.rawValue].actor : nil
        members.changePlayers { if $0.actor == actor { $0.compensator.beginTurn() } }
      default: break
      }
    }
  }

  /// How far ahead the room announces what it does by itself: so that the slowest of those who play
  /// hears of it in time, all but once in twenty.
  func lead(journal: Duration, least: Duration) -> Duration {
    let downlinks = members.players.compactMap { member -> Duration? in
      guard member.disconnectedAt == nil, let seat = seat(of: member),
        view.seats[seat.rawValue].isPlaying
      else { return nil }
      return member.compensator.line.downlink
    }
    return AnnouncementLead.fitting(downlinks: downlinks, journal: journal, least: least)
  }
}

extension Intent {
  /// Whether it is something a player thinks about while the turn's clock runs.
  fileprivate var isPress: Bool {
    switch self {
    case .choose, .shuffle: true
    default: false
    }
  }
}

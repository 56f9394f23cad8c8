// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

// Lag compensation. A grant is computed when a press is decided, and charged when the step has
// landed. The match only sees the time at which the press counts as made.

extension Room {
  /// The credit for a press in the sender's own turn; nil for anything else.
  func grant(
    on seen: IntentRequest, by session: SessionID, received: ServerTime
  ) -> LagCompensator.Grant? {
    guard seen.intent.isPress, let index = memberIndex(session),
      let seat = view.seat(of: members[index].actor), view.turn?.seat == seat
    else { return nil }
    return members[index].compensator.grant(
      on: seen.lag(received: received, since: view.earliestChoice))
  }

  /// How long the turn stays open after its deadline.
  ///
  /// As long as a press under way could be credited. Once the player's next press has arrived,
  /// exactly as long as that one is credited, so that it is in time if it was made in time.
  func grace(inFaceOf input: RoomInput?) -> Duration {
    if case .intent(let seen, let session, _, let received)? = input,
      let grant = grant(on: seen, by: session, received: received)
    {
      return grant.credit
    }
    guard let turn = view.turn, view.seats.indices.contains(turn.seat.rawValue),
      let actor = view.seats[turn.seat.rawValue].actor,
      let index = members.indices.first(where: { members[$0].actor == actor })
    else { return .zero }
    return members[index].compensator.grace
  }

  /// Charges the grant and tops up the banks once a step has landed.
  mutating func settleGrants(of step: Step, _ context: inout DecisionContext) {
    assert(
      step.grant == nil || step.origin != nil, "A press that was credited has a sender.")
    if let grant = step.grant, let session = step.origin?.session,
      change(session, { $0.compensator.enter(grant) }) == true
    {
      context.outputs.append(.suspected(session, id))
    }
    for entry in step.entries {
      switch entry.event {
      case .opened:
        for index in members.indices { members[index].compensator.beginMatch() }
      case .turnBegan(let turn):
        let actor =
          view.seats.indices.contains(turn.seat.rawValue)
          ? view.seats[turn.seat.rawValue].actor : nil
        for index in members.indices where members[index].actor == actor {
          members[index].compensator.beginTurn()
        }
      default: break
      }
    }
  }

  /// How far ahead the room announces its own events, so that even the slowest player learns of 95
  /// % of them in time.
  func lead(journal: Duration, least: Duration) -> Duration {
    var slowest: Duration?
    for index in members.indices {
      guard members[index].disconnectedAt == nil,
        let downlink = members[index].compensator.connection.downlink,
        let seat = view.seat(of: members[index].actor), view.seats[seat.rawValue].isPlaying
      else { continue }
      slowest = max(slowest ?? downlink, downlink)
    }
    return AnnouncementLead.fitting(slowest: slowest, journal: journal, least: least)
  }
}

extension Intent {
  /// Whether the intent is timed by the turn's clock.
  fileprivate var isPress: Bool {
    switch self {
    case .choose, .shuffle: true
    default: false
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Whether members are connected, and their measured latency.

extension Room {
  /// A member's or spectator's session has connected or disconnected.
  mutating func setConnected(
    _ isConnected: Bool, _ session: SessionID, _ context: inout DecisionContext
  ) {
    let isMember: Void? = change(session) { member in
      member.disconnectedAt = isConnected ? nil : context.now
      member.isListening = false
      // A new connection has not been measured yet.
      member.compensator.connection = MeasuredConnection()
    }
    if isMember != nil {
      announcePresence(&context)
    } else if audience.contains(session) {
      audience.setConnected(isConnected, session, &context)
    } else {
      return
    }
    advance(&context)
  }

  /// The operator ended a session: nobody waits for a player to return, and a spectator leaves.
  mutating func expel(_ session: SessionID, _ context: inout DecisionContext) {
    if audience.contains(session) { return perform([.leave(session, nil, .gone)], &context) }
    change(session) { $0.isExpelled = true }
    setConnected(false, session, &context)
  }

  /// Starts or stops sending a session entries as they land; it stops for one that does not keep
  /// up.
  mutating func setListening(
    _ isListening: Bool, _ session: SessionID, _ context: inout DecisionContext
  ) {
    let isMember: Void? = change(session) { $0.isListening = isListening }
    if isMember == nil { audience.setListening(isListening, session, &context) }
  }

  /// Gives a session that fell behind a fresh base and tail.
  mutating func refresh(_ session: SessionID, _ context: inout DecisionContext) {
    guard member(session)?.isListening == false || audience.hasFallenBehind(session) else { return }
    perform([.resume(session, afterSeq: nil)], &context)
  }

  /// Records the measured latency of a player's connection, with `probe` if there was one.
  ///
  /// Spectators' connections are not measured.
  mutating func measured(
    _ connection: MeasuredConnection, _ probe: MeasuredConnection.Probe?, of session: SessionID,
    _ context: inout DecisionContext
  ) {
    guard let index = memberIndex(session) else { return }
    let seat = view.seat(of: members[index].actor)
    let isOnTurn = view.turn != nil && view.turn?.seat == seat
    members[index].compensator.connection = connection
    if let probe, !isOnTurn { members[index].compensator.observe(probe, lead: context.lead) }
    advance(&context)
  }
}

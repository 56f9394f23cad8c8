// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Whether members are connected, and their measured latency.

extension Room {
  /// A member's session has connected or disconnected.
  mutating func setConnected(
    _ isConnected: Bool, _ session: SessionID, _ context: inout DecisionContext
  ) {
    let role = members.change(session) { member in
      member.disconnectedAt = isConnected ? nil : context.now
      member.isListening = false
      // A new connection has not been measured yet.
      member.compensator.connection = MeasuredConnection()
      return member.role
    }
    guard let role else { return }
    if role == .player { announcePresence(&context) }
    advance(&context)
  }

  /// The operator ended a member's session: nobody waits for it to return.
  mutating func expel(_ session: SessionID, _ context: inout DecisionContext) {
    guard let role = member(session)?.role else { return }
    guard role == .player else { return perform([.leave(session, nil, .gone)], &context) }
    members.changePlayer(session) { $0.isExpelled = true }
    setConnected(false, session, &context)
  }

  /// Starts or stops sending a member entries as they land; it stops for a member that does not
  /// keep up.
  mutating func setListening(_ isListening: Bool, _ session: SessionID) {
    members.change(session) { $0.isListening = isListening }
  }

  /// Gives a member that fell behind a fresh base and tail.
  mutating func refresh(_ session: SessionID, _ context: inout DecisionContext) {
    guard member(session)?.isListening == false else { return }
    perform([.resume(session, afterSeq: nil)], &context)
  }

  /// Records the measured latency of a player's connection, with `probe` if there was one.
  ///
  /// Spectators' connections are not measured.
  mutating func measured(
    _ connection: MeasuredConnection, _ probe: MeasuredConnection.Probe?, of session: SessionID,
    _ context: inout DecisionContext
  ) {
    let seat = member(session).flatMap { self.seat(of: $0) }
    let isOnTurn = view.turn != nil && view.turn?.seat == seat
    let lead = context.lead
    let isPlayer: Void? = members.changePlayer(session) { member in
      member.compensator.connection = connection
      if let probe, !isOnTurn { member.compensator.observe(probe, lead: lead) }
    }
    if isPlayer != nil { advance(&context) }
  }
}

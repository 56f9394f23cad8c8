// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// How members are connected, and how well.

extension Room {
  /// A member's session has or has lost its connection.
  mutating func setConnected(
    _ isConnected: Bool, _ session: SessionID, _ context: inout DecisionContext
  ) {
    let role = members.change(session) { member in
      member.disconnectedAt = isConnected ? nil : context.now
      member.isListening = false
      // Another connection is another line.
      member.compensator.line = LineQuality()
      return member.role
    }
    guard let role else { return }
    if role == .player { announcePresence(&context) }
    advance(&context)
  }

  /// A member's session was ended for good: nobody waits for it.
  mutating func expel(_ session: SessionID, _ context: inout DecisionContext) {
    guard let role = member(session)?.role else { return }
    guard role == .player else { return perform([.leave(session, nil, .gone)], &context) }
    members.changePlayer(session) { $0.isExpelled = true }
    setConnected(false, session, &context)
  }

  /// A member is sent entries as they come, or is not, because it does not keep up.
  mutating func setListening(_ isListening: Bool, _ session: SessionID) {
    members.change(session) { $0.isListening = isListening }
  }

  /// A member that was left behind goes on from a fresh base and tail.
  mutating func refresh(_ session: SessionID, _ context: inout DecisionContext) {
    guard member(session)?.isListening == false else { return }
    perform([.resume(session, afterSeq: nil)], &context)
  }

  /// A player's line was measured, by `probe` if that is given.
  ///
  /// The lines of those who watch are nothing to go by.
  mutating func measured(
    _ line: LineQuality, _ probe: LineQuality.Probe?, of session: SessionID,
    _ context: inout DecisionContext
  ) {
    let seat = member(session).flatMap { self.seat(of: $0) }
    let isOnTurn = view.turn != nil && view.turn?.seat == seat
    let lead = context.lead
    let isPlayer: Void? = members.changePlayer(session) { member in
      member.compensator.line = line
      if let probe, !isOnTurn { member.compensator.observe(probe, lead: lead) }
    }
    if isPlayer != nil { advance(&context) }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// How members are connected, and how well.

extension Room {
  /// A member's session has or has lost its connection.
  mutating func setConnected(_ isConnected: Bool, _ session: SessionID, _ desk: inout Desk) {
    guard let index = members.firstIndex(where: { $0.session == session }) else { return }
    members[index].disconnectedAt = isConnected ? nil : desk.now
    members[index].isListening = false
    // Another connection is another line.
    members[index].judge.line = LineQuality()
    if members[index].role == .player { announcePresence(&desk) }
    advance(&desk)
  }

  /// A member's session was ended for good: nobody waits for it.
  mutating func expel(_ session: SessionID, _ desk: inout Desk) {
    guard let index = members.firstIndex(where: { $0.session == session }) else { return }
    guard members[index].role == .player else {
      return perform([.leave(session, nil, .gone)], &desk)
    }
    members[index].isExpelled = true
    setConnected(false, session, &desk)
  }

  /// A member is sent entries as they come, or is not, because it does not keep up.
  mutating func setListening(_ isListening: Bool, _ session: SessionID) {
    guard let index = members.firstIndex(where: { $0.session == session }) else { return }
    members[index].isListening = isListening
  }

  /// A member that was left behind goes on from a fresh base and tail.
  mutating func refresh(_ session: SessionID, _ desk: inout Desk) {
    guard member(session)?.isListening == false else { return }
    perform([.resume(session, afterSeq: nil)], &desk)
  }

  /// A member's line was measured; `probe` is the exchange that did it, if one did.
  mutating func measured(
    _ line: LineQuality, _ probe: LineQuality.Probe?, of session: SessionID, _ desk: inout Desk
  ) {
    guard let index = members.firstIndex(where: { $0.session == session }) else { return }
    members[index].judge.line = line
    if let probe, view.turn.map({ $0.seat != seat(of: members[index]) }) ?? true {
      members[index].judge.observe(probe, lead: desk.lead)
    }
    advance(&desk)
  }

  /// Lets a member's judge do something.
  @discardableResult
  mutating func withJudge<Result>(
    of session: SessionID, _ body: (inout LagJudge) -> Result
  ) -> Result? {
    guard let index = members.firstIndex(where: { $0.session == session }) else { return nil }
    return body(&members[index].judge)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// A request that comes a second time is answered as the first time, and nothing happens twice.

extension RoomDirectory {
  /// The answer to a request that was answered before.
  mutating func answerAgain(
    _ wish: Request, _ request: RequestID, to session: SessionID, now: ServerTime
  ) -> [LobbyOutput] {
    guard let known = sessions[session] else { return [] }
    if let refusal = known.refusal(of: request) { return [.refused(session, request, refusal)] }
    // Before a crash it may have left by this very request, whose answer was lost.
    let hasLeft = wish == .leaveRoom && known.room == nil
    if known.leaving == request || hasLeft { return [.left(session, request, reason: .asked)] }
    if let room = known.room.flatMap({ rooms[$0] }) {
      if room.isDeciding(Origin(session: session, request: request)) { return [] }
      if known.entering.contains(request), let member = room.member(session) {
        let join = JoinRequest(code: room.code, role: member.role)
        return inRoom(room.id, now: now) {
          $0.handle(.join(join, known.player, session, request), &$1)
        }
      }
    }
    let entries = entries(of: request, by: known)
    if !entries.isEmpty { return [.entries(entries, to: [session])] }
    return [.refused(session, request, Refusal(.intentExpired))]
  }

  /// What a session's request has brought, also where it has left since, but for its seats: who has
  /// left has no use for how it came in.
  ///
  /// An entry does not say of which room it is: of those who are in one by now it is of that.
  private func entries(of request: RequestID, by session: Session) -> [Entry] {
    for past in session.memberships.reversed()
    where session.room == nil || session.room == past.room {
      let cause = Cause(actor: past.actor, request: request)
      let entries = rooms[past.room]?.log.filter { $0.cause == cause } ?? []
      let isEntering = entries.contains { entry in
        if case .seated(let seated) = entry.event { seated.actor == past.actor } else { false }
      }
      if !entries.isEmpty { return isEntering ? [] : entries }
    }
    return []
  }
}

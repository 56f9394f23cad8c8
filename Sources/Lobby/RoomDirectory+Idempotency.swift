// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

// Idempotency: a repeated request gets its first answer, and nothing happens twice.

extension RoomDirectory {
  /// Answers a request that was answered before.
  mutating func answerAgain(
    _ wish: RoomRequest, _ request: RequestID, to session: SessionID, now: ServerTime
  ) -> [LobbyOutput] {
    guard let known = sessions[session] else { return [] }
    if let refusal = known.refusal(of: request) { return [.refused(session, request, refusal)] }
    // It may have left by this request before a crash that lost the answer.
    let hasLeft = wish == .leaveRoom && known.room == nil
    if known.leaving == request || hasLeft { return [.left(session, request, reason: .asked)] }
    if let outputs = watchAgain(known, request, by: session, now: now) { return outputs }
    if let room = known.room.flatMap({ rooms[$0] }) {
      if room.isDeciding(Origin(session: session, request: request)) { return [] }
      if known.entering.contains(request), room.audience.isArriving(session) { return [] }
      if known.entering.contains(request), let role = room.role(of: session) {
        let join = JoinRoom(code: room.code.rawValue, role: role)
        return inRoom(room.id, now: now) {
          $0.handle(.join(join, isQuick: false, known.player, session, request), &$1)
        }
      }
    }
    let entries = entries(of: request, by: known)
    if !entries.isEmpty { return [.entries(entries, to: [session])] }
    return [.refused(session, request, Refusal(.intentExpired))]
  }

  /// The entries a request produced, for answering a retry; empty if they are no longer known.
  private func entries(of request: RequestID, by session: Session) -> [Entry] {
    guard let answer = session.answer(to: request), let log = rooms[answer.room]?.log,
      answer.entries.upperBound <= log.lastSeq
    else { return [] }
    return Array(
      log.entries(after: answer.entries.lowerBound - 1, through: answer.entries.upperBound))
  }
}

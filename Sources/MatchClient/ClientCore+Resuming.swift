// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

// How a client resumes a session on a new connection.
//
// The server handles a session's requests in the order of their ids, each once. So unanswered
// requests are repeated first, under their own ids, and the request to resume the room comes last:
// its answer brings the outcome of all the others.

extension ClientCore {
  /// The maximum number of requests queued without a connection; further ones are dropped.
  static let mostWaiting = 8
  /// The delay before retrying a resume that failed temporarily.
  static let resumePause = Duration.milliseconds(500)

  /// Repeats every unanswered request unchanged, in the order of the ids.
  func sendAgain() -> [ClientOutput] {
    assert(proof != .due, "No request overtakes the proof of the key.")
    return pending.keys.sorted().compactMap { pending[$0].map { send($0.message) } }
  }

  /// Asks to resume the room, unless there is none or it is being left.
  mutating func resume() -> [ClientOutput] {
    resumesAt = nil
    guard let table, !isLeaving else { return [] }
    assert(
      proof != .due && resuming == nil, "One resume is under way at a time, after the proof.")
    lastRequest.rawValue += 1
    resuming = lastRequest
    return [
      send(
        .request(
          id: lastRequest,
          .joinRoom(
            JoinRoom(
              code: table.code, role: table.role, roomID: table.roomID,
              afterSeq: table.log.latest.seq))))
    ]
  }

  /// Whether leaving has been requested and not answered.
  var isLeaving: Bool { pending.values.contains { $0.command == .leaveRoom } }

  /// Retries the resume if that is due.
  mutating func resumeIfDue(now: LocalTime) -> [ClientOutput] {
    guard mayAsk, let resumesAt, resumesAt <= now else { return [] }
    return resume()
  }

  /// The resume was refused.
  mutating func refuseResuming(_ refusal: Refusal, now: LocalTime) -> [ClientOutput] {
    resuming = nil
    if refusal.mayPass {
      resumesAt = now + Self.resumePause
      return []
    }
    leaveTable()
    pending = [:]
    return [.event(.left(reason: refusal.code.rawValue))]
  }

  /// Leaves the table if a refusal shows that the session is no longer in the room.
  ///
  /// The answer to leaving may have been lost with the connection and forgotten by the server
  /// since. While a resume is under way, its answer decides.
  mutating func leaveIfOut(_ refusal: Refusal, of command: ClientCommand?) -> [ClientOutput] {
    let isOut =
      refusal.code == .roomNotIn || refusal.code == .intentExpired && command == .leaveRoom
    guard isOut, table != nil, resuming == nil, resumesAt == nil else { return [] }
    leaveTable()
    return [.event(.left(reason: refusal.code.rawValue))]
  }

  /// Resumes the room after leaving it failed temporarily, since this connection has not resumed it
  /// yet.
  mutating func stayIfRefused(_ refusal: Refusal, of command: ClientCommand?, now: LocalTime) {
    guard command == .leaveRoom, table != nil, resuming == nil, refusal.mayPass else { return }
    resumesAt = now + Self.resumePause
  }

  /// Forgets the table and everything that belongs to it.
  mutating func leaveTable() {
    table = nil
    entropy = nil
    held = nil
    resuming = nil
    resumesAt = nil
  }
}

extension Refusal {
  /// Whether the same request may succeed later: the server was temporarily unable, or a rate limit
  /// applied.
  fileprivate var mayPass: Bool {
    code == .journalUnavailable || code.rawValue.hasPrefix("limit/")
  }
}

extension ClientCommand {
  /// Whether the command enters a room.
  package var isEntering: Bool {
    switch self {
    case .createRoom, .quickMatch, .joinRoom: true
    default: false
    }
  }
}

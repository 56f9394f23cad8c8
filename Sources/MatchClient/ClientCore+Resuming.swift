// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

// How a client goes on over a new connection where the old one broke off.
//
// The server takes a session's requests in the order of their numbers, each once. So what has no
// answer goes first, under the numbers it had, and the request to go on in the room last: by its
// answer the log holds what became of all the others.

extension ClientCore {
  /// How many requests may wait for a connection; more are dropped.
  static let mostWaiting = 8
  /// How long until it asks again to go on in a room that could not let it for a moment.
  static let resumePause = Duration.milliseconds(500)

  /// Everything without an answer, once more, unchanged.
  func sendAgain() -> [ClientOutput] {
    pending.keys.sorted().compactMap { pending[$0].map { send($0.message) } }
  }

  /// Asks to go on in the room, unless it is just being left or there is none.
  mutating func resume() -> [ClientOutput] {
    resumesAt = nil
    guard let table, !isLeaving else { return [] }
    lastRequest.rawValue += 1
    resuming = lastRequest
    return [
      send(
        .joinRoom(
          JoinRoom(
            id: lastRequest, code: table.code, role: table.role, roomID: table.roomID,
            afterSeq: table.log.latest.seq)))
    ]
  }

  /// Whether it has asked to leave and has no answer yet.
  var isLeaving: Bool { pending.values.contains { $0.command == .leaveRoom } }

  /// Asks again, if that is due.
  mutating func resumeIfDue(now: LocalTime) -> [ClientOutput] {
    guard isConnected, let resumesAt, resumesAt <= now else { return [] }
    return resume()
  }

  /// The room does not let the client go on.
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

  /// Leaves the table if a refusal says that the session is not at it any more.
  ///
  /// The answer to leaving may have been lost with the connection, and the server have forgotten it
  /// since. While the request to go on is under way, its answer tells.
  mutating func leaveIfOut(_ refusal: Refusal, of command: ClientCommand?) -> [ClientOutput] {
    let isOut =
      refusal.code == .roomNotIn || refusal.code == .intentExpired && command == .leaveRoom
    guard isOut, table != nil, resuming == nil, resumesAt == nil else { return [] }
    leaveTable()
    return [.event(.left(reason: refusal.code.rawValue))]
  }

  /// Goes on at the table after all, if it could not be left for a moment: over this connection that
  /// was not asked for before.
  mutating func stayIfRefused(_ refusal: Refusal, of command: ClientCommand?, now: LocalTime) {
    guard command == .leaveRoom, table != nil, resuming == nil, refusal.mayPass else { return }
    resumesAt = now + Self.resumePause
  }

  /// There is no table any more.
  mutating func leaveTable() {
    table = nil
    entropy = nil
    held = nil
    resuming = nil
    resumesAt = nil
  }
}

extension Refusal {
  /// Whether the same request may be granted in a moment: the server could not, or had heard too
  /// much from this address.
  fileprivate var mayPass: Bool {
    code == .journalUnavailable || code.rawValue.hasPrefix("limit/")
  }
}

extension ClientCommand {
  /// Whether it leads into a room.
  public var isEntering: Bool {
    switch self {
    case .createRoom, .quickMatch, .joinRoom: true
    default: false
    }
  }
}

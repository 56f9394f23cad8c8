// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Protocol

/// The farewell that clients receive when the server stops.
package enum ShutdownMode: Hashable, Sendable {
  /// Matches are kept for the next server: clients may retry after this long.
  case restarting(retryAfter: Duration)
  /// The server does not come back, and its matches end.
  case stopping
  /// The server does not come back; it had drained.
  case drained

  /// The stable code sent to clients.
  package var code: RefusalCode {
    switch self {
    case .restarting: .serverRestarting
    case .stopping: .serverStopping
    case .drained: .serverDraining
    }
  }

  var closing: Closing {
    switch self {
    case .restarting(let wait):
      Closing(
        code: code.rawValue, retryAfter: wait,
        reason: "The server is stopping and may be back in a moment.")
    case .stopping:
      Closing(code: code.rawValue, reason: "The server is stopping, and its matches end with it.")
    case .drained:
      Closing(
        code: code.rawValue,
        reason: "The server has shut down after its last match: try another server.")
    }
  }

  /// RFC 6455's "going away"; whether to retry is in `closing`.
  ///
  /// The registry's 1012, service restart, is a protocol error to peers on libwebsockets 4.1.
  var closeCode: UInt16 { 1001 }
}

extension ServerCore {
  /// How long a shutdown waits for the journal.
  static let flushLimit = Duration.seconds(1)

  /// Whether the journal has answered every awaited record.
  package var isFlushed: Bool { unansweredRecords == 0 }

  /// Begins the shutdown: accepts nothing new, waits for the journal, then notifies every client.
  mutating func leave(_ farewell: ShutdownMode, now: ServerTime, _ out: inout Outbox) {
    guard self.farewell == nil else { return }
    self.farewell = hasDrained ? .drained : farewell
    leavesBy = now + Self.flushLimit
    leaveIfDone(now: now, _: &out)
  }

  /// Closes every client once the journal has answered or the time is up.
  mutating func leaveIfDone(now: ServerTime, _ out: inout Outbox) {
    guard let leavesBy, isFlushed || leavesBy <= now else { return }
    precondition(farewell != nil, "Only a stopping server closes everyone.")
    self.leavesBy = nil
    for connection in connections.keys.sorted() { dismiss(connection, &out) }
  }

  /// Sends `closing` and closes the connection.
  mutating func dismiss(_ connection: ServerConnectionID, _ out: inout Outbox) {
    guard let farewell else { return }
    send(.closing(farewell.closing), to: [connection], &out)
    out.append(.close(connection, code: farewell.closeCode, reason: farewell.code.rawValue))
  }

  /// Handles a message during shutdown: refuses new rooms and ignores the rest, which clients
  /// repeat when they reconnect.
  mutating func answerLeaving(
    _ message: ClientMessage, over connection: ServerConnectionID, _ out: inout Outbox
  ) {
    guard let farewell else { return }
    switch message {
    case .createRoom(let id, _):
      send(.refused(id: id, Refusal(farewell.code)), to: [connection], &out)
    case .quickMatch(let quick):
      send(.refused(id: quick.id, Refusal(farewell.code)), to: [connection], &out)
    case .hello: dismiss(connection, &out)
    default: break
    }
  }
}

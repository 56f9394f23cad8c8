// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
import Protocol

/// How a server takes its leave of everyone.
public enum ShutdownMode: Hashable, Sendable {
  /// It keeps its matches, for itself or another in its place: who is here may try to come back after
  /// so long.
  case restarting(retryAfter: Duration)
  /// It does not come back, and its matches end with it.
  case stopping
  /// It does not come back, and its matches had ended before: it has drained.
  case drained

  /// The stable string everyone is told.
  public var code: RefusalCode {
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
        reason: "The server has closed after its last match: try another server.")
    }
  }

  /// RFC 6455's code for it, going away: whether to come back is in `closing`.
  ///
  /// The registry's 1012, service restart, is a protocol error to peers on libwebsockets 4.1.
  var closeCode: UInt16 { 1001 }
}

extension ServerCore {
  /// How long what waits for the journal is waited for before everyone is let go.
  static let flushLimit = Duration.seconds(1)

  /// Whether nothing waits for the journal.
  public var isFlushed: Bool { unansweredRecords == 0 }

  /// Begins to leave: nothing new begins, what waits for the journal is seen through, then everyone
  /// is told.
  mutating func leave(_ farewell: ShutdownMode, now: ServerTime, _ out: inout Outbox) {
    guard self.farewell == nil else { return }
    self.farewell = hasDrained ? .drained : farewell
    leavesBy = now + Self.flushLimit
    leaveIfDone(now: now, _: &out)
  }

  /// Lets everyone go once nothing waits for the journal any more, or it has had its time.
  mutating func leaveIfDone(now: ServerTime, _ out: inout Outbox) {
    guard let leavesBy, isFlushed || leavesBy <= now else { return }
    self.leavesBy = nil
    for connection in connections.keys.sorted() { dismiss(connection, &out) }
  }

  /// Tells a peer that the server leaves, and closes its link.
  mutating func dismiss(_ connection: ServerConnectionID, _ out: inout Outbox) {
    guard let farewell else { return }
    send(.closing(farewell.closing), to: [connection], &out)
    out.append(.close(connection, code: farewell.closeCode, reason: farewell.code.rawValue))
  }

  /// Answers what a peer says while the server leaves: rooms are refused; the rest is not taken any
  /// more, so that whoever comes back asks for it again.
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

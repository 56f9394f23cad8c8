// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

// Slow readers: handling them does not slow down other connections.

extension ServerCore {
  /// Handles a change of the bytes queued for a connection.
  mutating func waiting(
    _ bytes: Int, for connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    let session = sessions.session(over: connection)
    let isWatching = session.map { directory.isWatching($0) } ?? false
    let (step, beginsMerging) = delivery.waiting(
      bytes, for: connection, isWatching: isWatching, &out)
    if beginsMerging { metrics.count(.readersMerged) }
    follow(step, connection, session, now: now, &out)
  }

  /// Closes spectators that did not catch up in time.
  mutating func closeBehind(now: ServerTime, _ out: inout Outbox) {
    while let (connection, step) = delivery.takeBehind(now: now) {
      follow(step, connection, nil, now: now, &out)
    }
  }

  private mutating func follow(
    _ step: OutboundBuffer.Step, _ connection: ServerConnectionID, _ session: SessionID?,
    now: ServerTime,
    _ out: inout Outbox
  ) {
    switch step {
    case .none: break
    case .flush: sendLatest(to: connection, now: now, &out)
    case .detach:
      if let session { deliver(directory.setListening(false, session, now: now), &out) }
      delivery.fallsBehind(connection, until: now + limits.backlog.refreshWithin)
    case .refresh:
      metrics.count(.readersRefreshed)
      delivery.isNoLongerBehind(connection)
      sendLatest(to: connection, now: now, &out)
      if let session { deliver(directory.refresh(session, now: now), &out) }
    case .close:
      metrics.count(.readersClosed)
      delivery.isNoLongerBehind(connection)
      close(
        connection, code: .slowBehind, reason: "Your connection reads too slowly to keep up.",
        closeCode: 1008, retryAfter: .seconds(5), &out)
    }
  }

  private mutating func sendLatest(
    to connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    for message in delivery.takeLatest(for: connection) {
      guard case .pong(var pong) = message else {
        send(message, to: [connection], &out)
        continue
      }
      // Sent only now: the time it was held here is not part of the round trip.
      pong.t2 = told(now)
      connections[connection]?.estimator.sent(nonce: pong.nonce, at: now)
      send(.pong(pong), to: [connection], &out)
    }
  }
}

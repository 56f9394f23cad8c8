// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

// Matches that have ended. They are the journal's, and it may take its time: the server core only asks it.

extension ServerCore {
  /// Inquiries that the journal may have before it at a time, of all connections together.
  static let mostInquiries = 64

  /// Passes on what a session asks about matches that have ended; one question of a connection at a time.
  mutating func query(
    _ subject: ReplayQuery.Subject, _ id: RequestID, from session: SessionID,
    over connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    guard let encoding = connections[connection]?.encoding else { return }
    guard inquirers.count < Self.mostInquiries, inquirers.insert(connection).inserted else {
      return send(.refused(id: id, Refusal(.limitTooFast)), to: [connection], &out)
    }
    out.append(
      .query(
        ReplayQuery(
          connection: connection, id: id, encoding: encoding, session: session,
          playerID: directory.player(session)?.id, now: now, subject: subject)))
  }

  /// The journal has answered a connection.
  ///
  /// A connection's number is never used again, so whoever has gone meanwhile gets nothing.
  mutating func found(_ answer: ReplayAnswer, for query: ReplayQuery, _ out: inout Outbox) {
    let connection = query.connection
    inquirers.remove(connection)
    guard let known = connections[connection], !known.isDismissed, known.session == query.session
    else {
      return
    }
    let code: RefusalCode
    switch answer {
    case .message(let bytes):
      return out.append(.send(bytes, known.encoding, to: [connection]))
    case .unknown: code = .replayUnknown
    case .tooLong: code = .replayTooLong
    case .unavailable: code = .journalUnavailable
    }
    send(.refused(id: query.id, Refusal(code)), to: [connection], &out)
  }
}

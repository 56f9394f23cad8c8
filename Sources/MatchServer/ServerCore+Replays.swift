// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol
import Wire

// Finished matches. The journal holds them and may be slow, so the server core only passes queries
// on.

extension ServerCore {
  /// Maximum number of queries before the journal, over all connections.
  static let mostInquiries = 64

  /// Passes a query on; one at a time per connection.
  mutating func query(
    _ subject: ReplayQuery.Subject, _ id: RequestID, from session: SessionID,
    over connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    guard let encoding = delivery.encoding(of: connection) else { return }
    guard inquirers.count < Self.mostInquiries, inquirers.insert(connection).inserted else {
      return send(.refused(id: id, Refusal(.limitTooFast)), to: [connection], &out)
    }
    out.append(
      .query(
        ReplayQuery(
          correlation: CorrelationID(connection), id: id, encoding: encoding, session: session,
          playerID: directory.player(session)?.id, now: now, subject: subject)))
  }

  /// Sends the journal's answer.
  ///
  /// Connection ids are never reused, so an answer cannot reach anyone else.
  mutating func found(_ answer: ReplayAnswer, for query: ReplayQuery, _ out: inout Outbox) {
    let connection = ServerConnectionID(query.correlation.rawValue)
    assert(
      connections[connection] == nil || inquirers.contains(connection),
      "The journal answers a query that is pending.")
    inquirers.remove(connection)
    guard let encoding = delivery.encodingIfHeard(connection),
      sessions.session(over: connection) == query.session
    else {
      return
    }
    let code: RefusalCode
    switch answer {
    case .message(let bytes):
      return out.append(.send(bytes, encoding, to: [connection]))
    case .unknown: code = .replayUnknown
    case .tooLong: code = .replayTooLong
    case .unavailable: code = .journalUnavailable
    }
    send(.refused(id: query.id, Refusal(code)), to: [connection], &out)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// Pending questions to the registry whose answers are still wanted.
struct RegistryQuestions: Sendable {
  /// The purpose of a question.
  enum Subject: Hashable, Sendable {
    /// The hello or proof of a connection.
    case handshake(ServerConnectionID)
    /// The quick match of a connection, whose session is stored before it enters.
    case entering(ServerConnectionID)
    /// A session to be unloaded, which lost its connection at this time.
    case detaching(SessionID, since: ServerTime)

    /// The connection that waits for it; nil for none.
    var connection: ServerConnectionID? {
      switch self {
      case .handshake(let connection), .entering(let connection): connection
      case .detaching: nil
      }
    }
  }

  private var open: [CorrelationID: Subject] = [:]
  private var last: UInt64 = 0

  /// Numbers a question.
  mutating func ask(_ subject: Subject) -> CorrelationID {
    last += 1
    let id = CorrelationID(last)
    open[id] = subject
    return id
  }

  /// Takes a question that is answered; nil if the answer is not wanted any more.
  mutating func take(_ id: CorrelationID) -> Subject? { open.removeValue(forKey: id) }

  /// The answer to a question is not wanted any more.
  mutating func drop(_ id: CorrelationID?) {
    if let id { open[id] = nil }
  }
}

/// How the put of a session has ended.
struct SessionPut: Hashable, Sendable {
  /// The registry's answer.
  enum Ending: Hashable, Sendable {
    case kept(Revision)
    case conflict(RegisteredSession?)
    case notKept
    case unclear
  }

  /// The number of the question.
  let id: CorrelationID
  /// How it has ended.
  let ending: Ending

  /// The outcome of a session's put; nil for others.
  init?(_ outcome: RegistryOutcome) {
    switch outcome {
    case .kept(let id, let revision): (self.id, ending) = (id, .kept(revision))
    case .conflict(let id, let standing): (self.id, ending) = (id, .conflict(standing))
    case .notKept(let id): (self.id, ending) = (id, .notKept)
    case .unclear(let id): (self.id, ending) = (id, .unclear)
    case .noted, .notNoted: return nil
    }
  }

  /// The revision it has landed as; nil if it has not.
  var revision: Revision? { if case .kept(let revision) = ending { revision } else { nil } }
}

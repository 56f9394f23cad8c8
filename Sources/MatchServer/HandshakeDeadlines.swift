// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// By when connections must say hello, and by when the journal must answer their handshakes.
///
/// Both wait equally long for all, so each is a queue. An entry that was in time stays queued until
/// then.
struct HandshakeDeadlines: Sendable {
  private typealias Queue = Deque<(connection: ServerConnectionID, deadline: ServerTime)>

  private var hellos = Queue()
  private var answers = Queue()

  /// When the next deadline is; nil for never.
  var next: ServerTime? { earlier(hellos.first?.deadline, answers.first?.deadline) }

  /// A connection must say hello by `deadline`.
  mutating func awaitHello(_ connection: ServerConnectionID, by deadline: ServerTime) {
    hellos.append((connection, deadline))
  }

  /// The journal must answer a connection's handshake by `deadline`.
  mutating func awaitAnswer(_ connection: ServerConnectionID, by deadline: ServerTime) {
    assert(
      answers.last.map { $0.deadline <= deadline } ?? true,
      "Handshakes time out in the order in which they began.")
    answers.append((connection, deadline))
  }

  /// Takes the next connection that had to say hello by `now`.
  mutating func popHello(now: ServerTime) -> ServerConnectionID? {
    guard let first = hellos.first, first.deadline <= now else { return nil }
    return hellos.removeFirst().connection
  }

  /// Takes the next deadline of a handshake that has passed.
  mutating func popAnswer(
    now: ServerTime
  ) -> (connection: ServerConnectionID, deadline: ServerTime)? {
    guard let first = answers.first, first.deadline <= now else { return nil }
    return answers.removeFirst()
  }
}

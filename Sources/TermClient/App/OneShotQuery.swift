// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient

/// Sends some questions to a server and waits for the answers. Its executor is the loop.
actor OneShotQuery {
  /// The answers to all questions.
  struct Answers: Sendable {
    /// The answers, in order.
    var events: [ClientEvent]
    /// The client's state after them.
    var client: ClientCore
  }

  /// Why there is no answer.
  struct Failure: Error, Hashable {
    /// The reason as a sentence.
    var sentence: String
  }

  private let loop: EventLoop
  private var connection: QueryConnection?

  init(loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Connects, asks, and waits for one answer per question.
  ///
  /// - Parameters:
  ///   - questions: the questions, at least one.
  ///   - url: the server.
  ///   - login: the name and the trust to connect with.
  ///   - isAnswer: whether an event answers one of the questions.
  /// - Returns: the answers, or the failure.
  func ask(
    _ questions: [ClientCommand], at url: ServerURL, _ login: Login,
    isAnswer: @escaping @Sendable (ClientEvent) -> Bool
  ) async -> Result<Answers, Failure> {
    let result: Result<Answers, Failure> = await withCheckedContinuation { continuation in
      var answers: [ClientEvent] = []
      var isDone = false
      func finish(_ result: Result<Answers, Failure>) {
        guard !isDone else { return }
        isDone = true
        continuation.resume(returning: result)
      }
      let connection = QueryConnection(asking: questions) { news in
        switch news {
        case .lost(let reason): finish(.failure(Failure(sentence: reason)))
        case .heard(let event, let client) where isAnswer(event):
          answers.append(event)
          guard answers.count == questions.count else { return }
          finish(.success(Answers(events: answers, client: client)))
        case .heard: break
        }
      }
      self.connection = connection
      connection.open(url, login, on: loop)
    }
    connection?.close()
    return result
  }
}

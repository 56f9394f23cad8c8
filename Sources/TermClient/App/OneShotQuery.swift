// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient

/// Asks one server some things, once; its executor is the loop.
actor OneShotQuery {
  /// What came back.
  struct Answers: Sendable {
    /// The answers, in order.
    var events: [ClientEvent]
    /// The client that took them in.
    var client: ClientCore
  }

  /// Why there is no answer.
  struct Failure: Error, Hashable {
    /// The reason, for people.
    var sentence: String
  }

  private let loop: EventLoop
  private var link: QueryConnection?

  init(loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Asks, and waits for an answer to each question.
  ///
  /// - Parameters:
  ///   - questions: what is asked, at least one thing.
  ///   - url: the server.
  ///   - login: as whom.
  ///   - isAnswer: whether an event answers one of the questions.
  /// - Returns: the answers, or why there are none.
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
      let link = QueryConnection(asking: questions) { news in
        switch news {
        case .lost(let reason): finish(.failure(Failure(sentence: reason)))
        case .heard(let event, let client) where isAnswer(event):
          answers.append(event)
          guard answers.count == questions.count else { return }
          finish(.success(Answers(events: answers, client: client)))
        case .heard: break
        }
      }
      self.link = link
      link.open(url, login, on: loop)
    }
    link?.close()
    return result
  }
}

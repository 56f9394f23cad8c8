// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials

// Streams by the servers' own requests, whose answers are JSON.

extension NATSConnection {
  /// A question about streams is unanswered after this long.
  package static let patience = Duration.seconds(2)

  private struct Empty: Encodable {}

  private struct Refused: Decodable {
    var error: StreamRefusal?
  }

  private struct Info: Decodable {
    struct State: Decodable {
      var messages: UInt64
      var bytes: UInt64
      var firstSeq: UInt64
      var lastSeq: UInt64

      private enum CodingKeys: String, CodingKey {
        case messages, bytes
        case firstSeq = "first_seq"
        case lastSeq = "last_seq"
      }
    }

    var config: StreamConfiguration.Wire
    var state: State

    var result: StreamState {
      StreamState(
        identity: config.metadata?[StreamConfiguration.Wire.identityKey] ?? "",
        firstSequence: state.firstSeq, lastSequence: state.lastSeq, messages: state.messages,
        bytes: state.bytes)
    }
  }

  /// Publishes a message to a stream and calls back once, through the connection's `deliver`.
  ///
  /// - Parameters:
  ///   - subject: one of a stream's subjects.
  ///   - headers: more headers.
  ///   - bytes: the contents.
  ///   - last: the number of the message of this subject that it follows, 0 for none: it is stored
  ///     only there. Nil to expect nothing.
  ///   - timeout: after this long it is unclear.
  ///   - isRepeated: whether to send it again and again until it is answered, which stores it as often.
  ///   - completion: is handed the outcome.
  package func publish(
    _ subject: String, headers: [String: String] = [:], _ bytes: [UInt8],
    expecting last: UInt64?, timeout: Duration = patience, isRepeated: Bool = false,
    _ completion: @escaping @Sendable (PublishOutcome) -> Void
  ) {
    precondition(!isRepeated || last == nil, "A repeated message expects nothing.")
    let expected = last.map { ["Nats-Expected-Last-Subject-Sequence": "\($0)"] } ?? [:]
    let all = headers.merging(expected) { _, expected in expected }
    perform { [self] in
      ask(subject, headers: all, bytes, .one, timeout: timeout, isRepeated: isRepeated) {
        [self] outcome, _ in
        let outcome = PublishOutcome(outcome)
        tell { completion(outcome) }
      }
    }
  }

  /// Makes a stream, or checks the one that is there.
  ///
  /// - Parameters:
  ///   - configuration: what it has to be.
  ///   - completion: is handed what it has, and a sentence for each setting that is another one.
  package func makeStream(
    _ configuration: StreamConfiguration,
    _ completion:
      @escaping @Sendable (
        Result<(state: StreamState, differences: [String]), StreamError>
      ) -> Void
  ) {
    let name = configuration.name
    let check: @Sendable (Result<Info, StreamError>) -> Void = { [self] found in
      let known = found.map { info in
        (state: info.result, differences: configuration.differences(from: info.config))
      }
      tell { completion(known) }
    }
    perform { [self] in
      ask("STREAM.INFO.\(name)", Empty(), for: Info.self) { [self] found in
        guard case .failure(.refused(let refusal)) = found, refusal.code == StreamRefusal.noStream
        else { return check(found) }
        ask("STREAM.CREATE.\(name)", configuration.newWire, for: Info.self) { [self] made in
          // Somebody else has made it meanwhile.
          if case .failure(.refused(let refusal)) = made, refusal.code == StreamRefusal.streamExists
          {
            ask("STREAM.INFO.\(name)", Empty(), for: Info.self, check)
          } else {
            check(made)
          }
        }
      }
    }
  }

  /// What a stream has now.
  package func state(
    of stream: String, _ completion: @escaping @Sendable (Result<StreamState, StreamError>) -> Void
  ) {
    perform { [self] in
      ask("STREAM.INFO.\(stream)", Empty(), for: Info.self) { [self] found in
        let state = found.map(\.result)
        tell { completion(state) }
      }
    }
  }

  /// How many servers have a stream.
  package func replicas(
    of stream: String, _ completion: @escaping @Sendable (Result<Int, StreamError>) -> Void
  ) {
    perform { [self] in
      ask("STREAM.INFO.\(stream)", Empty(), for: Info.self) { [self] found in
        let count = found.map(\.config.numReplicas)
        tell { completion(count) }
      }
    }
  }

  /// Asks the servers, again and again until they answer if `isRepeated`; on the queue, and calls back
  /// there once.
  func ask<Question: Encodable, Answer: Decodable>(
    _ subject: String, _ question: Question, for type: Answer.Type, isRepeated: Bool = false,
    _ body: @escaping (Result<Answer, StreamError>) -> Void
  ) {
    guard let bytes = try? JSONEncoder().encode(question) else {
      preconditionFailure("A question of ours is JSON.")
    }
    ask(
      "$JS.API.\(subject)", Array(bytes), .one, timeout: Self.patience,
      isRepeated: isRepeated
    ) { outcome, _ in
      guard case .answered(let answer) = outcome else { return body(.failure(.unavailable)) }
      let data = Data(answer.bytes)
      if let error = (try? JSONDecoder().decode(Refused.self, from: data))?.error {
        return body(.failure(.refused(error)))
      }
      guard let found = try? JSONDecoder().decode(type, from: data) else {
        return body(.failure(.unavailable))
      }
      body(.success(found))
    }
  }

  /// A subject that nobody else has, so that others' messages do not come to it.
  static func inboxes(under name: String) -> String {
    let random = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
    return "_INBOX.\(random.joined()).\(name)"
  }
}

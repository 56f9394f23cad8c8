// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Requests to whoever answers a subject.

extension NATSConnection {
  /// Sends a request and calls back once, through `deliver`.
  ///
  /// - Parameters:
  ///   - subject: the subject to publish to.
  ///   - bytes: its contents.
  ///   - timeout: after this long it is unclear; a little more is possible.
  ///   - completion: is handed the outcome.
  package func request(
    _ subject: String, _ bytes: [UInt8], timeout: Duration,
    _ completion: @escaping @Sendable (RequestOutcome) -> Void
  ) {
    perform { [self] in
      ask(subject, bytes, .one, timeout: timeout) { [self] outcome, _ in
        tell { completion(outcome) }
      }
    }
  }

  /// Sends a request that several may answer, and calls back once with the answers that have come
  /// in time, through `deliver`.
  package func gather(
    _ subject: String, _ bytes: [UInt8] = [], atMost count: Int, within time: Duration,
    _ completion: @escaping @Sendable ([Message]) -> Void
  ) {
    perform { [self] in
      ask(subject, bytes, .atMost(count), timeout: time) { [self] _, answers in
        tell { completion(answers) }
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch

extension NATSConnection {
  /// Tells the messages of a stream from a number on, in order and each once, until it is cancelled.
  ///
  /// Where the servers fail it resumes by itself, after the last message delivered.
  ///
  /// - Parameters:
  ///   - stream: the stream.
  ///   - subjects: whose messages, with wildcards.
  ///   - first: the first number to tell.
  ///   - onEvent: is handed each event, through the connection's `deliver`.
  /// - Returns: what ends it.
  package func follow(
    _ stream: String, _ subjects: String, from first: UInt64,
    _ onEvent: @escaping @Sendable (FollowEvent) -> Void
  ) -> Subscription {
    let subscription = Subscription(on: queue)
    perform { [self] in
      let follower = Follower(connection: self, stream: stream, subjects: subjects, from: first) {
        [self] event in tell { onEvent(event) }
      }
      subscription.stop = { follower.stop() }
      follower.start()
    }
    return subscription
  }

  /// Reads the messages that a stream has now, and calls back once.
  ///
  /// - Parameters:
  ///   - stream: the stream.
  ///   - subjects: whose messages, with wildcards.
  ///   - first: the first number.
  ///   - last: the number of such a message: up to it, even if the server that is read from has to
  ///     learn of it first. Nil for all that server has.
  ///   - timeout: after this long it is given up.
  ///   - completion: is handed the messages in order.
  package func read(
    _ stream: String, _ subjects: String, from first: UInt64 = 1, through last: UInt64?,
    timeout: Duration = patience,
    _ completion: @escaping @Sendable (Result<[StoredMessage], StreamError>) -> Void
  ) {
    precondition(
      0 < first && first <= last ?? .max, "A read begins at or before its end, from 1 on.")
    perform { [self] in
      let reading = MessageReading(
        connection: self, stream: stream, subjects: subjects, from: first, through: last
      ) { [self] result in tell { completion(result) } }
      reading.start(timeout: timeout)
    }
  }

  /// Calls back after a while, through the connection's `deliver`; not at all once it is closed.
  package func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
    perform { [self] in after(delay) { [self] in tell(body) } }
  }

  /// Calls back on the queue.
  func after(_ delay: Duration, _ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    let delay = DispatchTimeInterval.milliseconds(Int(delay.wholeMilliseconds))
    queue.asyncAfter(deadline: .now() + delay) { body() }
  }
}

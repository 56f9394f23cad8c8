// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream

extension LoopConnection {
  /// Tells what a stream has now, in order, however long that takes, as long as it goes on.
  ///
  /// - Parameters:
  ///   - stream: the stream.
  ///   - subjects: whose messages, with wildcards.
  ///   - patience: a reading in which nothing comes for so long has failed.
  ///   - onMessage: is handed each message; returns whether it wants more.
  ///   - completion: is called once, with whether all that is wanted was told.
  func read(
    _ stream: String, _ subjects: String, patience: Duration,
    _ onMessage: @escaping (StoredMessage) -> Bool, _ completion: @escaping (Bool) -> Void
  ) {
    let reading = Reading(completion)
    reading.subscription = follow(stream, subjects, from: 1) { event in
      // What is being delivered as it is cancelled still comes.
      guard !reading.isOver else { return }
      reading.count += 1
      if case .message(let message) = event, onMessage(message) { return }
      reading.finish(true)
    }
    watch(reading, patience, since: 0)
  }

  /// Ends a reading in which nothing has come for too long.
  private func watch(_ reading: Reading, _ patience: Duration, since last: Int) {
    call(after: patience) {
      guard !reading.isOver else { return }
      if reading.count == last { return reading.finish(false) }
      watch(reading, patience, since: reading.count)
    }
  }

  /// A reading, which ends once.
  private final class Reading {
    var subscription: Subscription?
    /// How many events have come.
    var count = 0
    private var completion: ((Bool) -> Void)?

    init(_ completion: @escaping (Bool) -> Void) { self.completion = completion }

    var isOver: Bool { completion == nil }

    func finish(_ isRead: Bool) {
      let completion = completion
      self.completion = nil
      subscription?.cancel()
      completion?(isRead)
    }
  }
}

/// Reads a stream for tasks, which do not run on the loop.
struct StreamReading {
  let connection: NATSConnection
  /// A reading in which nothing comes for so long has failed.
  let patience: Duration

  /// All messages that a stream has now; nil if it cannot be read.
  func messages(of stream: String, _ subjects: String) async -> [StoredMessage]? {
    var messages: [StoredMessage] = []
    let isRead = await each(of: stream, subjects) { messages.append($0) }
    return isRead ? messages : nil
  }

  /// Tells all messages that a stream has now, in order, one at a time.
  ///
  /// - Parameters:
  ///   - stream: the stream.
  ///   - subjects: whose messages, with wildcards.
  ///   - last: the number behind which none is told; nil for no such number.
  ///   - body: is handed each message.
  /// - Returns: whether all were told; false if the stream cannot be read.
  /// - Throws: what `body` throws, which ends it.
  func each<Failure: Error>(
    of stream: String, _ subjects: String, through last: UInt64 = .max,
    _ body: (StoredMessage) throws(Failure) -> Void
  ) async throws(Failure) -> Bool {
    // The end of what was read completely is nil.
    let (messages, feed) = AsyncStream.makeStream(of: StoredMessage?.self)
    connection.call(after: .zero) {
      LoopConnection(connection: connection).read(stream, subjects, patience: patience) { message in
        guard message.sequence <= last else { return false }
        if case .terminated = feed.yield(message) { return false }
        return true
      } _: { isRead in
        if isRead { feed.yield(nil) }
        feed.finish()
      }
    }
    for await message in messages {
      guard let message else { return true }
      try body(message)
    }
    return false
  }
}

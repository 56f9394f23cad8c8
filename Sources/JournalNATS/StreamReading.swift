// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream

/// Reads a whole stream, however long that takes, as long as it goes on.
struct StreamReading {
  /// How many messages have come; unchecked, because it is used on the loop only.
  private final class Progress: @unchecked Sendable {
    var count = 0
  }

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
    of stream: String, _ subjects: String, through last: UInt64? = nil,
    _ body: (StoredMessage) throws(Failure) -> Void
  ) async throws(Failure) -> Bool {
    let (events, feed) = AsyncStream.makeStream(of: FollowEvent.self)
    let progress = Progress()
    let subscription = connection.follow(stream, subjects, from: 1) { event in
      progress.count += 1
      feed.yield(event)
    }
    defer { subscription.cancel() }
    watch(progress, feed)
    for await event in events {
      guard case .message(let message) = event else { return true }
      if let last, message.sequence > last { return true }
      try body(message)
    }
    return false
  }

  /// Ends a reading in which nothing has come for too long.
  private func watch(
    _ progress: Progress, _ feed: AsyncStream<FollowEvent>.Continuation, since last: Int = 0
  ) {
    connection.call(after: patience) {
      if progress.count == last { return feed.finish() }
      watch(progress, feed, since: progress.count)
    }
  }
}

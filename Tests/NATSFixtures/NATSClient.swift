// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
package import JetStream

/// A connection whose answers are awaited.
package final class NATSClient: Sendable {
  package let connection: NATSConnection
  /// The states that it has had, as they come.
  package let states: AsyncStream<ConnectionState>

  package init(_ options: ConnectionOptions) throws {
    let (states, feed) = AsyncStream.makeStream(of: ConnectionState.self)
    let queue = DispatchQueue(label: "test")
    self.states = states
    connection = try NATSConnection(
      options, deliver: { body in queue.async(execute: body) },
      onState: { feed.yield($0) })
  }

  /// Waits until it is connected.
  package func connect() async {
    for await state in states where state == .connected { return }
  }

  package func close() async {
    await withCheckedContinuation { done in connection.close { done.resume() } }
  }

  package func request(
    _ subject: String, _ bytes: [UInt8] = [], timeout: Duration = .seconds(2)
  ) async -> RequestOutcome {
    await withCheckedContinuation { done in
      connection.request(subject, bytes, timeout: timeout) { done.resume(returning: $0) }
    }
  }

  package func publish(
    _ subject: String, _ bytes: [UInt8], expecting last: UInt64?,
    timeout: Duration = .seconds(2)
  ) async -> PublishOutcome {
    await withCheckedContinuation { done in
      connection.publish(subject, bytes, expecting: last, timeout: timeout) {
        done.resume(returning: $0)
      }
    }
  }

  /// Publishes until the outcome is certain: what is unclear is settled by reading the last message
  /// from the leader, what was refused without another writer is repeated.
  ///
  /// - Returns: the number of the message; nil if another writer's message stands there, or if the
  ///   task is cancelled.
  package func land(_ subject: String, _ bytes: [UInt8], behind last: UInt64, in stream: String)
    async -> UInt64?
  {
    while !Task.isCancelled {
      if case .stored(let number) = await publish(subject, bytes, expecting: last) {
        return number
      }
      while !Task.isCancelled {
        guard case .success(let found) = await self.last(of: subject, in: stream) else {
          await NATSCluster.pause(milliseconds: 20)
          continue
        }
        if (found?.sequence ?? 0) == last { break }
        return found?.bytes == bytes ? found?.sequence : nil
      }
      await NATSCluster.pause(milliseconds: 20)
    }
    return nil
  }

  /// Asks until somebody answers, or the task is cancelled.
  package func asked<Value>(
    _ question: () async -> Result<Value, StreamError>
  ) async throws -> Value {
    while true {
      try Task.checkCancellation()
      switch await question() {
      case .success(let value): return value
      case .failure(.refused(let refusal)): throw refusal
      case .failure(.unavailable): await NATSCluster.pause()
      }
    }
  }

  package func makeStream(
    _ configuration: StreamConfiguration
  ) async -> Result<(state: StreamState, differences: [String]), StreamError> {
    await withCheckedContinuation { done in
      connection.makeStream(configuration) { done.resume(returning: $0) }
    }
  }

  package func state(of stream: String) async -> Result<StreamState, StreamError> {
    await withCheckedContinuation { done in
      connection.state(of: stream) { done.resume(returning: $0) }
    }
  }

  package func purge(_ subject: String, from stream: String) async -> Result<Int, StreamError> {
    await withCheckedContinuation { done in
      connection.purge(subject, from: stream) { done.resume(returning: $0) }
    }
  }

  package func last(
    of subject: String, in stream: String
  ) async -> Result<StoredMessage?, StreamError> {
    await withCheckedContinuation { done in
      connection.last(of: subject, in: stream) { done.resume(returning: $0) }
    }
  }

  package func read(
    _ stream: String, _ subjects: String, from first: UInt64 = 1, through last: UInt64?
  ) async -> Result<[StoredMessage], StreamError> {
    await withCheckedContinuation { done in
      connection.read(stream, subjects, from: first, through: last, timeout: .seconds(10)) {
        done.resume(returning: $0)
      }
    }
  }

  package func get(_ key: String, in bucket: String) async -> Result<KeyEntry?, StreamError> {
    await withCheckedContinuation { done in
      connection.get(key, in: bucket) { done.resume(returning: $0) }
    }
  }

  package func put(
    _ key: String, in bucket: String, _ value: [UInt8], expecting revision: UInt64
  ) async -> PublishOutcome {
    await withCheckedContinuation { done in
      connection.put(key, in: bucket, value, expecting: revision) { done.resume(returning: $0) }
    }
  }

  package func delete(_ key: String, in bucket: String) async -> PublishOutcome {
    await withCheckedContinuation { done in
      connection.delete(key, in: bucket) { done.resume(returning: $0) }
    }
  }

  package func checkServers(atMost count: Int) async -> [ServerReport] {
    await withCheckedContinuation { done in
      connection.checkServers(atMost: count) { done.resume(returning: $0) }
    }
  }

  /// The events of a stream from a number on.
  package func follow(
    _ stream: String, _ subjects: String, from first: UInt64 = 1
  ) -> AsyncStream<FollowEvent> {
    let (events, feed) = AsyncStream.makeStream(of: FollowEvent.self)
    let subscription = connection.follow(stream, subjects, from: first) { feed.yield($0) }
    feed.onTermination = { _ in subscription.cancel() }
    return events
  }

  /// The changes of a bucket from a revision on.
  package func watch(_ bucket: String, from revision: UInt64 = 1) -> AsyncStream<KeyChange> {
    let (changes, feed) = AsyncStream.makeStream(of: KeyChange.self)
    let subscription = connection.watch(bucket, from: revision) { feed.yield($0) }
    feed.onTermination = { _ in subscription.cancel() }
    return changes
  }
}

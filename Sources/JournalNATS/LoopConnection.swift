// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream

/// A connection as its loop sees it: what it calls back runs on the loop, so it may use whatever is
/// confined there.
struct LoopConnection {
  let connection: NATSConnection

  func publish(
    _ subject: String, _ bytes: [UInt8], expecting last: UInt64?,
    _ completion: @escaping (PublishOutcome) -> Void
  ) {
    nonisolated(unsafe) let completion = completion
    connection.publish(subject, bytes, expecting: last) { completion($0) }
  }

  func last(
    of subject: String, in stream: String,
    _ completion: @escaping (Result<StoredMessage?, StreamError>) -> Void
  ) {
    nonisolated(unsafe) let completion = completion
    connection.last(of: subject, in: stream) { completion($0) }
  }

  func next(
    of subject: String, from first: UInt64, in stream: String,
    _ completion: @escaping (Result<StoredMessage?, StreamError>) -> Void
  ) {
    nonisolated(unsafe) let completion = completion
    connection.next(of: subject, from: first, in: stream) { completion($0) }
  }

  func message(
    _ sequence: UInt64, in stream: String,
    _ completion: @escaping (Result<StoredMessage?, StreamError>) -> Void
  ) {
    nonisolated(unsafe) let completion = completion
    connection.message(sequence, in: stream) { completion($0) }
  }

  func read(
    _ stream: String, _ subjects: String, from first: UInt64 = 1, through last: UInt64?,
    within time: Duration,
    _ completion: @escaping (Result<[StoredMessage], StreamError>) -> Void
  ) {
    nonisolated(unsafe) let completion = completion
    connection.read(stream, subjects, from: first, through: last, timeout: time) { completion($0) }
  }

  func purge(
    _ subject: String, from stream: String, before number: UInt64? = nil,
    _ completion: @escaping (Result<Int, StreamError>) -> Void
  ) {
    nonisolated(unsafe) let completion = completion
    connection.purge(subject, from: stream, before: number) { completion($0) }
  }

  func state(
    of stream: String, _ completion: @escaping (Result<StreamState, StreamError>) -> Void
  ) {
    nonisolated(unsafe) let completion = completion
    connection.state(of: stream) { completion($0) }
  }

  func get(
    _ key: String, in bucket: String,
    _ completion: @escaping (Result<KeyEntry?, StreamError>) -> Void
  ) {
    nonisolated(unsafe) let completion = completion
    connection.get(key, in: bucket) { completion($0) }
  }

  func delete(
    _ key: String, in bucket: String, expecting revision: UInt64? = nil,
    _ completion: @escaping (PublishOutcome) -> Void
  ) {
    nonisolated(unsafe) let completion = completion
    connection.delete(key, in: bucket, expecting: revision) { completion($0) }
  }

  /// Puts a key, whatever stands there; again and again until it is answered if `isRepeated`.
  func put(
    _ key: String, in bucket: String, _ value: [UInt8], isRepeated: Bool = false,
    _ completion: @escaping (PublishOutcome) -> Void
  ) {
    nonisolated(unsafe) let completion = completion
    connection.publish(
      "$KV.\(bucket).\(key)", value, expecting: nil, isRepeated: isRepeated
    ) { completion($0) }
  }

  func put(
    _ key: String, in bucket: String, _ value: [UInt8], expecting revision: UInt64,
    _ completion: @escaping (PublishOutcome) -> Void
  ) {
    publish("$KV.\(bucket).\(key)", value, expecting: revision, completion)
  }

  func follow(
    _ stream: String, _ subjects: String, from first: UInt64,
    _ onEvent: @escaping (FollowEvent) -> Void
  ) -> Subscription {
    nonisolated(unsafe) let onEvent = onEvent
    return connection.follow(stream, subjects, from: first) { onEvent($0) }
  }

  func request(
    _ subject: String, _ bytes: [UInt8], within time: Duration,
    _ completion: @escaping (RequestOutcome) -> Void
  ) {
    nonisolated(unsafe) let completion = completion
    connection.request(subject, bytes, timeout: time) { completion($0) }
  }

  func subscribe(_ subject: String, _ onMessage: @escaping (Message) -> Void) -> Subscription {
    nonisolated(unsafe) let onMessage = onMessage
    return connection.subscribe(subject) { onMessage($0) }
  }

  func call(after delay: Duration, _ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    connection.call(after: delay) { body() }
  }

  func close(_ completion: @escaping () -> Void) {
    nonisolated(unsafe) let completion = completion
    connection.close { completion() }
  }

  /// Reads the entries of a bucket whose keys begin with a word, and calls back once.
  func entries(
    under word: String, in bucket: String, within time: Duration,
    _ completion: @escaping (Result<[KeyEntry], StreamError>) -> Void
  ) {
    read("KV_\(bucket)", "$KV.\(bucket).\(word).>", through: nil, within: time) { found in
      // A key that changes meanwhile comes twice.
      let entries = found.map { messages in
        Dictionary(messages.compactMap { KeyEntry($0, in: bucket) }.map { ($0.key, $0) }) { $1 }
      }
      completion(entries.map { $0.values.sorted { $0.key < $1.key } })
    }
  }
}

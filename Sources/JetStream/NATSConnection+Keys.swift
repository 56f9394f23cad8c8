// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A key's value, or that it was deleted.
package struct KeyEntry: Hashable, Sendable {
  /// The key: words of letters, digits, `-`, `_`, `=` and `/`, with dots in between.
  package var key: String
  /// Its value; nil if it was deleted.
  package var value: [UInt8]?
  /// The number of this change in its bucket; no key has one twice, not even deleted and made again.
  package var revision: UInt64

  /// An entry with all its parts.
  package init(key: String, value: [UInt8]?, revision: UInt64) {
    self.key = key
    self.value = value
    self.revision = revision
  }

  /// Decodes a message of a bucket's stream, or returns nil if it is malformed.
  package init?(_ message: StoredMessage, in bucket: String) {
    let prefix = "$KV.\(bucket)."
    guard message.subject.hasPrefix(prefix) else { return nil }
    let operation = message.headers["KV-Operation"]
    self.init(
      key: String(message.subject.dropFirst(prefix.utf8.count)),
      value: operation == "DEL" || operation == "PURGE" ? nil : message.bytes,
      revision: message.sequence)
  }
}

/// What `NATSConnection.watch` tells.
package enum KeyChange: Hashable, Sendable {
  /// A key has been put or deleted.
  case changed(KeyEntry)
  /// Everything has been told that the server which delivers had when the watch began; a change that
  /// it still has to learn of comes afterwards.
  case caughtUp
}

// Buckets of keys are streams by NATS' convention, so other tools can read them.

extension NATSConnection {
  /// A key as its leader has it; nil if it was never put.
  package func get(
    _ key: String, in bucket: String,
    _ completion: @escaping @Sendable (Result<KeyEntry?, StreamError>) -> Void
  ) {
    last(of: "$KV.\(bucket).\(key)", in: "KV_\(bucket)") { found in
      completion(found.map { $0.flatMap { KeyEntry($0, in: bucket) } })
    }
  }

  /// Puts a key in place of a revision: 0 for a key that was never put, that of its deletion for one
  /// that was deleted.
  package func put(
    _ key: String, in bucket: String, _ value: [UInt8], expecting revision: UInt64,
    timeout: Duration = patience, _ completion: @escaping @Sendable (PublishOutcome) -> Void
  ) {
    publish(
      "$KV.\(bucket).\(key)", value, expecting: revision, timeout: timeout, completion)
  }

  /// Deletes a key, whatever it is, or only a revision of it.
  ///
  /// Its bucket keeps that it was deleted.
  package func delete(
    _ key: String, in bucket: String, expecting revision: UInt64? = nil,
    timeout: Duration = patience, _ completion: @escaping @Sendable (PublishOutcome) -> Void
  ) {
    publish(
      "$KV.\(bucket).\(key)", headers: ["KV-Operation": "DEL"], [], expecting: revision,
      timeout: timeout, completion)
  }

  /// Tells the changes of a bucket from a revision on, in their order, until it is cancelled.
  ///
  /// From 1 on these are the present entries, then every change.
  package func watch(
    _ bucket: String, from revision: UInt64 = 1,
    _ onChange: @escaping @Sendable (KeyChange) -> Void
  ) -> Subscription {
    follow("KV_\(bucket)", "$KV.\(bucket).>", from: revision) { event in
      switch event {
      case .message(let message):
        if let entry = KeyEntry(message, in: bucket) { onChange(.changed(entry)) }
      case .caughtUp: onChange(.caughtUp)
      }
    }
  }
}

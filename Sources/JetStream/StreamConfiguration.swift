// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A stream as it has to be: on disks, never deleting a message by itself, refusing new ones where
/// it is full.
package struct StreamConfiguration: Hashable, Sendable {
  /// Its name: letters, digits, `_` and `-`.
  package var name: String
  /// The subjects whose messages it keeps.
  package var subjects: [String]
  /// How many servers have it.
  package var replicas: Int
  /// Maximum bytes of its messages; nil for no limit.
  package var maximumBytes: Int64?
  /// Maximum messages of one subject, the oldest make room; nil for no limit.
  package var messagesPerSubject: Int64?
  /// Maximum age of a message, after which it is removed; nil for no limit.
  package var maximumAge: Duration?

  /// A stream that keeps everything.
  package init(
    name: String, subjects: [String], replicas: Int, maximumBytes: Int64? = nil
  ) {
    self.name = name
    self.subjects = subjects
    self.replicas = replicas
    self.maximumBytes = maximumBytes
  }

  /// The stream of a bucket of keys.
  ///
  /// - Parameters:
  ///   - bucket: its name.
  ///   - replicas: how many servers have it.
  ///   - history: how many changes of each key it keeps; each has one value, the last.
  package init(bucket: String, replicas: Int, history: Int64 = 1) {
    self.init(name: "KV_\(bucket)", subjects: ["$KV.\(bucket).>"], replicas: replicas)
    messagesPerSubject = history
  }

  /// What the servers are asked for when a stream is made: with an identity that no other has.
  ///
  /// The time of its making that servers tell is no identity: each has its own, and tells that after
  /// it was restarted.
  var newWire: Wire {
    var wire = wire
    let random = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
    wire.metadata = [Wire.identityKey: random.joined()]
    return wire
  }

  /// What a stream has to be.
  private var wire: Wire {
    Wire(
      name: name, subjects: subjects, retention: "limits", storage: "file", discard: "new",
      numReplicas: replicas, maxBytes: maximumBytes ?? -1,
      maxMsgsPerSubject: messagesPerSubject ?? -1,
      maxAge: (maximumAge?.wholeMilliseconds ?? 0) * 1_000_000, denyDelete: true, denyPurge: false,
      allowRollupHdrs: messagesPerSubject != nil)
  }

  /// The differences that matter between this and what a server has, as a sentence each.
  func differences(from found: Wire) -> [String] {
    let wanted = wire
    var sentences: [String] = []
    func compare<Value: Equatable>(_ what: String, _ part: KeyPath<Wire, Value>) {
      guard wanted[keyPath: part] != found[keyPath: part] else { return }
      sentences.append(
        "\(what) of stream \(name) is \(found[keyPath: part]) and has to be "
          + "\(wanted[keyPath: part])")
    }
    compare("subjects", \.subjects)
    compare("retention", \.retention)
    compare("storage", \.storage)
    compare("discard", \.discard)
    compare("num_replicas", \.numReplicas)
    compare("max_msgs_per_subject", \.maxMsgsPerSubject)
    compare("max_age", \.maxAge)
    compare("deny_delete", \.denyDelete)
    return sentences
  }

  /// The servers' form of it: names as in their reference, in this language's letters.
  struct Wire: Codable, Hashable {
    var name: String
    var subjects: [String]
    var retention: String
    var storage: String
    var discard: String
    var numReplicas: Int
    var maxBytes: Int64
    var maxMsgsPerSubject: Int64
    var maxAge: Int64
    var denyDelete: Bool
    var denyPurge: Bool
    var allowRollupHdrs: Bool
    /// What servers keep with a stream and do not look at; absent before version 2.10.
    var metadata: [String: String]?

    /// The key of a stream's identity.
    static let identityKey = "facedown-identity"

    private enum CodingKeys: String, CodingKey {
      case name, subjects, retention, storage, discard, metadata
      case numReplicas = "num_replicas"
      case maxBytes = "max_bytes"
      case maxMsgsPerSubject = "max_msgs_per_subject"
      case maxAge = "max_age"
      case denyDelete = "deny_delete"
      case denyPurge = "deny_purge"
      case allowRollupHdrs = "allow_rollup_hdrs"
    }
  }
}

/// What a stream has.
package struct StreamState: Hashable, Sendable {
  /// Which stream of its name it is: one that was made anew has another identity.
  ///
  /// Empty if it was made by servers older than 2.10 or by an earlier version of this program.
  package var identity: String
  /// The number of its first message; one above the last if it is empty.
  package var firstSequence: UInt64
  /// The number of its last message; 0 for none yet.
  package var lastSequence: UInt64
  /// The number of its messages.
  package var messages: UInt64
  /// Their bytes.
  package var bytes: UInt64

  /// A stream with all its parts.
  package init(
    identity: String, firstSequence: UInt64, lastSequence: UInt64, messages: UInt64, bytes: UInt64
  ) {
    self.identity = identity
    self.firstSequence = firstSequence
    self.lastSequence = lastSequence
    self.messages = messages
    self.bytes = bytes
  }

  /// Whether this is less than what was seen before: a disk was lost, and with it messages that
  /// were acknowledged.
  package func hasRegressed(from earlier: StreamState) -> Bool {
    identity != earlier.identity || lastSequence < earlier.lastSequence
  }
}

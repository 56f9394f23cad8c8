// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import LibWebSockets
import Protocol
import Wire

/// What leaves over connections: encodings, back-pressure, and who is sent what goes to an audience.
///
/// | State of a connection | Heard | Sent | Leaves it by |
/// |---|---|---|---|
/// | open | yes | what its `OutboundBuffer` lets through | `dismiss` |
/// | dismissed | no | the same, until the transport closes it | the transport's close |
///
/// What goes to an audience is published once, however many subscribe to it. Only a subscriber
/// whose messages are being merged is sent it individually, as its buffer decides.
struct Delivery: Sendable {
  private struct Reader: Sendable {
    let encoding: WireEncoding
    /// Whether it was sent `closing`: everything it sends is ignored.
    var isDismissed = false
    /// Its outbound back-pressure.
    var outbound: OutboundBuffer
    /// What it subscribes to.
    var subjects: [AudienceTopic.Subject] = []
    /// When a slow spectator is closed; nil unless it is behind.
    var closesAt: ServerTime?
  }

  /// The subscribers of a subject.
  private struct Subscribers: Sendable {
    /// How many there are of each encoding, without `merging`.
    var (proto, json) = (0, 0)
    /// Those whose messages are being merged.
    var merging: [ServerConnectionID] = []

    var count: Int { proto + json + merging.count }

    mutating func count(_ change: Int, _ encoding: WireEncoding) {
      switch encoding {
      case .proto: proto += change
      case .json: json += change
      }
      assert(proto >= 0 && json >= 0, "Nobody ends a subscription twice.")
    }
  }

  private var readers: [ServerConnectionID: Reader] = [:]
  private var encodings = EncodingCache()
  private var subscribers: [AudienceTopic.Subject: Subscribers] = [:]
  /// Slow spectators with their deadlines, in order; some have caught up since, but never the first.
  private var behind: Deque<(connection: ServerConnectionID, deadline: ServerTime)> = []

  /// The number of messages encoded so far.
  var encodingCount: Int { encodings.count }

  // MARK: Connections

  /// Counts a new connection.
  mutating func opened(
    _ connection: ServerConnectionID, _ encoding: WireEncoding, _ limits: BacklogLimits
  ) {
    precondition(
      readers[connection] == nil, "Connection \(connection.rawValue) was opened twice.")
    readers[connection] = Reader(encoding: encoding, outbound: OutboundBuffer(limits))
  }

  /// Removes a closed connection.
  mutating func closed(_ connection: ServerConnectionID, _ out: inout Outbox) {
    unsubscribe(connection, &out)
    readers[connection] = nil
    dropCaughtUp()
  }

  /// The encoding of a connection; nil if it is closed.
  func encoding(of connection: ServerConnectionID) -> WireEncoding? {
    readers[connection]?.encoding
  }

  /// The encoding of a connection that is open and was not sent `closing`; nil for any other.
  func encodingIfHeard(_ connection: ServerConnectionID) -> WireEncoding? {
    guard let index = readers.index(forKey: connection), !readers.values[index].isDismissed else {
      return nil
    }
    return readers.values[index].encoding
  }

  /// Whether a connection is open and was not sent `closing`.
  func isHeard(_ connection: ServerConnectionID) -> Bool { encodingIfHeard(connection) != nil }

  /// The encoding of a connection that is heard and sent everything at once; nil for any other.
  func encodingIfPrompt(_ connection: ServerConnectionID) -> WireEncoding? {
    guard let index = readers.index(forKey: connection), !readers.values[index].isDismissed,
      !readers.values[index].outbound.isMerging
    else { return nil }
    return readers.values[index].encoding
  }

  // MARK: Audiences

  /// The number of connections that subscribe to a subject.
  func subscriberCount(of subject: AudienceTopic.Subject) -> Int {
    subscribers[subject]?.count ?? 0
  }

  /// Subscribes a connection to a subject, if it does not yet.
  mutating func subscribe(
    _ connection: ServerConnectionID, to subject: AudienceTopic.Subject, _ out: inout Outbox
  ) {
    guard let reader = readers[connection], !reader.isDismissed,
      !reader.subjects.contains(subject)
    else { return }
    readers[connection]?.subjects.append(subject)
    attach(connection, reader, to: subject, &out)
  }

  /// Ends a connection's subscription to a subject, if there is one.
  mutating func unsubscribe(
    _ connection: ServerConnectionID, from subject: AudienceTopic.Subject, _ out: inout Outbox
  ) {
    guard let reader = readers[connection],
      let index = reader.subjects.firstIndex(of: subject)
    else { return }
    readers[connection]?.subjects.remove(at: index)
    detach(connection, reader, from: subject, &out)
  }

  /// Ends a spectator's subscription to its room, if there is one.
  mutating func unsubscribeFromRoom(_ connection: ServerConnectionID, _ out: inout Outbox) {
    for subject in readers[connection]?.subjects ?? [] where subject != .roomList {
      unsubscribe(connection, from: subject, &out)
    }
  }

  private mutating func unsubscribe(_ connection: ServerConnectionID, _ out: inout Outbox) {
    for subject in readers[connection]?.subjects ?? [] {
      unsubscribe(connection, from: subject, &out)
    }
  }

  private mutating func attach(
    _ connection: ServerConnectionID, _ reader: Reader, to subject: AudienceTopic.Subject,
    _ out: inout Outbox
  ) {
    if reader.outbound.isMerging {
      subscribers[subject, default: Subscribers()].merging.append(connection)
    } else {
      subscribers[subject, default: Subscribers()].count(1, reader.encoding)
      out.append(.subscribe(connection, to: AudienceTopic(subject, reader.encoding)))
    }
  }

  private mutating func detach(
    _ connection: ServerConnectionID, _ reader: Reader, from subject: AudienceTopic.Subject,
    _ out: inout Outbox
  ) {
    if reader.outbound.isMerging {
      subscribers[subject]?.merging.removeAll { $0 == connection }
    } else {
      subscribers[subject]?.count(-1, reader.encoding)
      out.append(.unsubscribe(connection, from: AudienceTopic(subject, reader.encoding)))
    }
    if subscribers[subject]?.count == 0 { subscribers[subject] = nil }
  }

  // MARK: Sending

  /// Sends a message to some connections and to everyone who subscribes to `subject`, encoded once
  /// per encoding.
  ///
  /// What it costs depends on the number of targets, not on that of the subscribers. `encoded` is the
  /// message's entry in the binary encoding, if it has one and the journal has encoded it.
  mutating func send(
    _ message: ServerMessage, encoded: [UInt8]? = nil, to targets: [ServerConnectionID],
    subject: AudienceTopic.Subject? = nil, _ out: inout Outbox
  ) {
    assert(
      targets.count > 64 || Set(targets).count == targets.count,
      "No connection is sent a message twice.")
    let audience = subject.flatMap { subscribers[$0] }
    var (proto, json): ([ServerConnectionID], [ServerConnectionID]) = ([], [])
    for target in targets { choose(target, message, &proto, &json) }
    for target in audience?.merging ?? [] { choose(target, message, &proto, &json) }
    let (protoTopic, jsonTopic) = (
      audience.flatMap { $0.proto > 0 ? subject : nil },
      audience.flatMap { $0.json > 0 ? subject : nil }
    )
    send(message, .proto, encoded: encoded, to: proto, subject: protoTopic, &out)
    send(message, .json, to: json, subject: jsonTopic, &out)
  }

  /// Sends a message in one encoding, if to anybody.
  private mutating func send(
    _ message: ServerMessage, _ encoding: WireEncoding, encoded: [UInt8]? = nil,
    to targets: [ServerConnectionID], subject: AudienceTopic.Subject?, _ out: inout Outbox
  ) {
    guard !targets.isEmpty || subject != nil else { return }
    let bytes =
      encoded.map(WireEncoding.protoMessage(ofEntry:)) ?? encodings.encode(message, encoding)
    assert(
      encoded == nil || bytes == encoding.encode(message), "The journal has encoded another entry.")
    if !targets.isEmpty { out.append(.send(bytes, encoding, to: targets)) }
    if let subject { out.append(.publish(bytes, to: AudienceTopic(subject, encoding))) }
  }

  /// Adds a target to those of its encoding, if its buffer lets the message through.
  private mutating func choose(
    _ target: ServerConnectionID, _ message: ServerMessage, _ proto: inout [ServerConnectionID],
    _ json: inout [ServerConnectionID]
  ) {
    guard let index = readers.index(forKey: target),
      readers.values[index].outbound.lets(message)
    else { return }
    switch readers.values[index].encoding {
    case .proto: proto.append(target)
    case .json: json.append(target)
    }
  }

  /// Sends `closing` and closes the connection, which is not heard any more.
  mutating func dismiss(
    _ connection: ServerConnectionID, _ closing: Closing, closeCode: UInt16, _ out: inout Outbox
  ) {
    precondition(
      CloseCode(rawValue: closeCode).isSendable, "Close code \(closeCode) may not be sent.")
    unsubscribe(connection, &out)
    readers[connection]?.isDismissed = true
    send(.closing(closing), to: [connection], &out)
    out.append(.close(connection, code: closeCode, reason: closing.code))
  }

  // MARK: Slow readers

  /// Handles a change of the bytes queued for a connection.
  ///
  /// - Parameters:
  ///   - bytes: the bytes queued.
  ///   - connection: the connection.
  ///   - isWatching: whether it is a spectator's.
  ///   - out: where a change of its subscriptions goes.
  /// - Returns: what to do about it, and whether it has begun to be sent only the latest of some
  ///   messages.
  mutating func waiting(
    _ bytes: Int, for connection: ServerConnectionID, isWatching: Bool, _ out: inout Outbox
  ) -> (step: OutboundBuffer.Step, beginsMerging: Bool) {
    guard let index = readers.index(forKey: connection), !readers.values[index].isDismissed else {
      return (.none, false)
    }
    let before = readers.values[index]
    let step = readers.values[index].outbound.waiting(bytes, isWatching: isWatching)
    let after = readers.values[index]
    if before.outbound.isMerging != after.outbound.isMerging {
      for subject in before.subjects {
        detach(connection, before, from: subject, &out)
        attach(connection, after, to: subject, &out)
      }
    }
    return (step, after.outbound.isMerging && !before.outbound.isMerging)
  }

  /// Gives a spectator until `deadline` to catch up.
  mutating func fallsBehind(_ connection: ServerConnectionID, until deadline: ServerTime) {
    assert(
      readers[connection].map { $0.closesAt == nil } ?? false,
      "A connected spectator falls behind once at a time.")
    readers[connection]?.closesAt = deadline
    behind.append((connection, deadline))
  }

  /// A connection has caught up, or is closed for not doing so.
  mutating func isNoLongerBehind(_ connection: ServerConnectionID) {
    readers[connection]?.closesAt = nil
    dropCaughtUp()
  }

  /// Restores the invariant that the first of `behind` is still behind.
  private mutating func dropCaughtUp() {
    while let first = behind.first, readers[first.connection]?.closesAt != first.deadline {
      behind.removeFirst()
    }
  }

  /// Takes one spectator that did not catch up in time, with what to do about it.
  mutating func takeBehind(
    now: ServerTime
  ) -> (connection: ServerConnectionID, step: OutboundBuffer.Step)? {
    guard let first = behind.first, first.deadline <= now else { return nil }
    isNoLongerBehind(first.connection)
    return (first.connection, readers[first.connection]?.outbound.timeIsUp() ?? .none)
  }

  /// Takes the messages held back for a connection.
  mutating func takeLatest(for connection: ServerConnectionID) -> [ServerMessage] {
    readers[connection]?.outbound.takeLatest() ?? []
  }

  /// When a slow spectator is overdue next; nil for never.
  var nextWake: ServerTime? { behind.first?.deadline }
}

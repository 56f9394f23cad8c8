// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import LibWebSockets
import Protocol

/// What leaves over connections: encodings, back-pressure, and who follows the list of rooms.
///
/// | State of a connection | Heard | Sent | Leaves it by |
/// |---|---|---|---|
/// | open | yes | what its `OutboundBuffer` lets through | `dismiss` |
/// | dismissed | no | the same, until the transport closes it | the transport's close |
struct Delivery: Sendable {
  private struct Reader: Sendable {
    let encoding: WireEncoding
    /// Whether it was sent `closing`: everything it sends is ignored.
    var isDismissed = false
    /// Its outbound back-pressure.
    var outbound: OutboundBuffer
  }

  private var readers: [ServerConnectionID: Reader] = [:]
  private var encodings = EncodingCache()
  /// Connections subscribed to the list of rooms, in the order in which they subscribed.
  private(set) var subscribers: [ServerConnectionID] = []
  /// Slow spectators with their deadlines, in order.
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
  mutating func closed(_ connection: ServerConnectionID) {
    readers[connection] = nil
    behind.removeAll { $0.connection == connection }
    unsubscribe(connection)
  }

  /// The encoding of a connection; nil if it is closed.
  func encoding(of connection: ServerConnectionID) -> WireEncoding? {
    readers[connection]?.encoding
  }

  /// Whether a connection is open and was not sent `closing`.
  func isHeard(_ connection: ServerConnectionID) -> Bool {
    readers[connection]?.isDismissed == false
  }

  /// The encoding of a connection that is heard and sent everything at once; nil for any other.
  func encodingIfPrompt(_ connection: ServerConnectionID) -> WireEncoding? {
    guard let index = readers.index(forKey: connection), !readers.values[index].isDismissed,
      !readers.values[index].outbound.isMerging
    else { return nil }
    return readers.values[index].encoding
  }

  /// Subscribes a connection to the list of rooms.
  mutating func subscribe(_ connection: ServerConnectionID) {
    assert(readers[connection] != nil, "Only an open connection subscribes.")
    unsubscribe(connection)
    subscribers.append(connection)
  }

  /// Ends a subscription to the list of rooms, if there is one.
  mutating func unsubscribe(_ connection: ServerConnectionID) {
    subscribers.removeAll { $0 == connection }
  }

  // MARK: Sending

  /// Sends a message, encoded once per encoding among the targets.
  mutating func send(
    _ message: ServerMessage, to targets: [ServerConnectionID], _ out: inout Outbox
  ) {
    assert(
      targets.count > 64 || Set(targets).count == targets.count,
      "No connection is sent a message twice.")
    var (proto, json): ([ServerConnectionID], [ServerConnectionID]) = ([], [])
    for target in targets {
      // One search for both: there may be ten thousand targets.
      guard let index = readers.index(forKey: target),
        readers.values[index].outbound.lets(message)
      else { continue }
      switch readers.values[index].encoding {
      case .proto: proto.append(target)
      case .json: json.append(target)
      }
    }
    if !proto.isEmpty { out.append(.send(encodings.encode(message, .proto), .proto, to: proto)) }
    if !json.isEmpty { out.append(.send(encodings.encode(message, .json), .json, to: json)) }
  }

  /// Sends `closing` and closes the connection, which is not heard any more.
  mutating func dismiss(
    _ connection: ServerConnectionID, _ closing: Closing, closeCode: UInt16, _ out: inout Outbox
  ) {
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
  /// - Returns: what to do about it, and whether it has begun to be sent only the latest of some
  ///   messages.
  mutating func waiting(
    _ bytes: Int, for connection: ServerConnectionID, isWatching: Bool
  ) -> (step: OutboundBuffer.Step, beginsMerging: Bool) {
    guard let index = readers.index(forKey: connection), !readers.values[index].isDismissed else {
      return (.none, false)
    }
    let wasMerging = readers.values[index].outbound.isMerging
    let step = readers.values[index].outbound.waiting(bytes, isWatching: isWatching)
    return (step, readers.values[index].outbound.isMerging && !wasMerging)
  }

  /// Gives a spectator until `deadline` to catch up.
  mutating func fallsBehind(_ connection: ServerConnectionID, until deadline: ServerTime) {
    assert(
      !behind.contains { $0.connection == connection }, "A spectator falls behind once at a time.")
    behind.append((connection, deadline))
  }

  /// A connection has caught up, or is closed for not doing so.
  mutating func isNoLongerBehind(_ connection: ServerConnectionID) {
    behind.removeAll { $0.connection == connection }
  }

  /// Takes one spectator that did not catch up in time, with what to do about it.
  mutating func takeBehind(
    now: ServerTime
  ) -> (connection: ServerConnectionID, step: OutboundBuffer.Step)? {
    guard let first = behind.first, first.deadline <= now else { return nil }
    behind.removeFirst()
    return (first.connection, readers[first.connection]?.outbound.timeIsUp() ?? .none)
  }

  /// Takes the messages held back for a connection.
  mutating func takeLatest(for connection: ServerConnectionID) -> [ServerMessage] {
    readers[connection]?.outbound.takeLatest() ?? []
  }

  /// When a slow spectator is overdue next; nil for never.
  var nextWake: ServerTime? { behind.first?.deadline }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Protocol

/// The encodings of the last messages that many are sent one after the other.
///
/// A thousand who come to watch the same room are sent the same base and tail: it is encoded for the
/// first of them, until the room has gone on.
struct EncodingCache: Sendable {
  /// How many encodings are kept at the most.
  static let size = 32
  /// How many bytes they have together at the most, but for one that has more alone.
  ///
  /// As messages they take some four times as much memory.
  static let byteLimit = 262_144

  private var kept: Deque<(message: ServerMessage, encoding: WireEncoding, bytes: [UInt8])> = []
  /// How many messages were encoded so far, those that are not kept included.
  private(set) var count = 0
  /// How many bytes those that are kept have.
  private(set) var byteCount = 0

  /// The bytes of a message, from the cache where they are there.
  ///
  /// What each of many is sent with the number of its own request is encoded without it.
  mutating func encode(_ message: ServerMessage, _ encoding: WireEncoding) -> [UInt8] {
    if case .joined(var joined) = message, message.isForMany, let id = joined.id {
      joined.id = nil
      return encoding.joined(encode(.joined(joined), encoding), answering: id)
    }
    if message.isForMany,
      let known = kept.last(where: { $0.encoding == encoding && $0.message == message })
    {
      return known.bytes
    }
    count += 1
    let bytes = encoding.encode(message)
    guard message.isForMany else { return bytes }
    kept.append((message, encoding, bytes))
    byteCount += bytes.count
    while kept.count > Self.size || (byteCount > Self.byteLimit && kept.count > 1) {
      byteCount -= kept.removeFirst().bytes.count
    }
    return bytes
  }
}

extension ServerMessage {
  /// Whether the same message is likely to be sent to others soon.
  fileprivate var isForMany: Bool {
    switch self {
    case .joined(let joined): joined.role == .spectator
    case .presence, .audience: true
    default: false
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Protocol
import Wire

/// A cache of the encodings of recent messages that go to many.
///
/// A thousand spectators who join the same room get the same base and tail: it is encoded once,
/// until the room changes.
struct EncodingCache: Sendable {
  /// Maximum number of encodings.
  static let size = 32
  /// Maximum total bytes, except for a single larger encoding.
  ///
  /// The messages themselves take about four times as much memory.
  static let byteLimit = 262_144

  private var kept: Deque<(message: ServerMessage, encoding: WireEncoding, bytes: [UInt8])> = []
  /// Number of messages encoded so far, cached or not.
  private(set) var count = 0
  /// Total bytes of the cached encodings.
  private(set) var byteCount = 0

  /// A message's encoding, from the cache if possible.
  ///
  /// `joined` differs per recipient only in the request id, so it is cached without.
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
    assert(
      byteCount == kept.reduce(0) { $0 + $1.bytes.count },
      "The byte count is that of the cached encodings.")
    assert(kept.last?.bytes.count == bytes.count, "The newest encoding is never evicted.")
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

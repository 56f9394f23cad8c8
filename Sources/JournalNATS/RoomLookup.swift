// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream
import Journal
import Lobby
import Wire

/// Reads which request opened a room, and which node owns it now.
///
/// Used on the loop only.
struct RoomLookup {
  /// The message by which a room was opened.
  struct Opening {
    let bytes: [UInt8]
    let sequence: UInt64
    /// The request that opened it; nil if it was none.
    let origin: Origin?

    init?(_ message: StoredMessage) {
      guard let record = try? WorldRecord.Room(message.bytes),
        case .step(let step) = record.content
      else { return nil }
      bytes = message.bytes
      sequence = message.sequence
      origin = step.requests.first.map {
        Origin(session: SessionID($0.session), request: $0.request)
      }
    }
  }

  let context: JournalContext

  /// Reads the first record of the room that has a code, given its last one; nil if it is unreadable.
  ///
  /// A read that fails is repeated until the journal stops: without its answer, a room that was opened
  /// would be opened again under another code.
  func first(
    of code: RoomCode, before last: StoredMessage, _ completion: @escaping (Opening?) -> Void
  ) {
    guard let record = try? WorldRecord.Room(last.bytes) else { return completion(nil) }
    guard let first = record.first else { return completion(Opening(last)) }
    context.connection.message(first, in: context.names.roomStream(code)) { found in
      switch found {
      case .success(let message): completion(message.flatMap(Opening.init))
      case .failure:
        guard !context.hasStopped else { return completion(nil) }
        context.connection.call(after: JournalContext.pause) {
          self.first(of: code, before: last, completion)
        }
      }
    }
  }

  /// Reads who has the room with a code by its last record, or by `message` if that cannot be read;
  /// nil if neither says it.
  func owner(
    of code: RoomCode, unless message: StoredMessage, _ completion: @escaping (NodeID?) -> Void
  ) {
    context.connection.last(of: context.names.room(code), in: context.names.roomStream(code)) {
      found in
      let last = (try? found.get()).flatMap { $0 } ?? message
      completion(Self.owner(by: last) ?? Self.owner(by: message))
    }
  }

  /// The owner of a room whose last record is `message`.
  static func owner(by message: StoredMessage) -> NodeID? {
    (try? WorldRecord.Room(message.bytes)).flatMap { owner(by: $0) }
  }

  /// The owner of a room whose last record this is.
  static func owner(by record: WorldRecord.Room) -> NodeID? {
    if case .release(let node, _) = record.content { return NodeID(node) }
    return NodeID(record.node)
  }
}

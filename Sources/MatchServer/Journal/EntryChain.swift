// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby

/// The checksums of a room's entries, a hash chain: each covers the one before it.
///
/// So an entry that was changed, left out or put elsewhere does not fit, nor does any behind it. The
/// first entry of a step covers what was sealed with the step; the room's row has the last checksum, so
/// that a log which ends early is known as well.
struct EntryChain {
  /// The room.
  let room: RoomID
  /// The checksum of the last entry; 0 before the first.
  private(set) var last: Int64

  /// A chain that goes on behind an entry.
  ///
  /// - Parameters:
  ///   - room: the room.
  ///   - last: the checksum of that entry; 0 for none.
  init(of room: RoomID, after last: Int64 = 0) {
    self.room = room
    self.last = last
  }

  /// Goes on by an entry.
  ///
  /// - Parameters:
  ///   - seq: its number.
  ///   - bytes: the entry as it is written.
  ///   - seal: what was sealed with the step that it begins; nil for nothing, or where it begins none.
  /// - Returns: its checksum.
  @discardableResult
  mutating func extend(
    by seq: UInt64, _ bytes: some Collection<UInt8>, seal: SealedRecord?
  ) -> Int64 {
    var message: [UInt8] = []
    message.reserveCapacity(bytes.count + 128)
    message.append(bytesOf: last)
    message.append(kind: 0, room.rawValue.utf8)
    message.append(bytesOf: seq)
    message.append(kind: 1, bytes)
    if let record = seal {
      message.append(kind: 2, record.matchID.utf8)
      message.append(kind: 3, record.seed)
    }
    last = RowChecksum.leading(message)
    return last
  }
}

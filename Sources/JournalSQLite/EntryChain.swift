// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby

/// Where a room's log ends.
struct LogEnd: Hashable, Sendable {
  /// The number of the last entry; 0 for none.
  var seq: UInt64
  /// The checksum of the last entry; 0 for none.
  var checksum: Int64
}

/// The checksums of a room's entries form a hash chain: each covers its predecessor's.
///
/// So an entry that was changed, removed or moved does not match, nor does any after it. The first
/// entry of a step also covers the step's seal. The room's row holds a late checksum, and
/// the journal the sum of all later ones, so a truncated log is detected too.
struct EntryChain {
  /// The room.
  let room: RoomID
  /// The checksum of the last entry; 0 before the first.
  private(set) var last: Int64

  /// A chain that continues after an entry.
  ///
  /// - Parameters:
  ///   - room: the room.
  ///   - last: that entry's checksum; 0 for none.
  init(of room: RoomID, after last: Int64 = 0) {
    self.room = room
    self.last = last
  }

  /// Appends an entry.
  ///
  /// - Parameters:
  ///   - seq: its number.
  ///   - bytes: the entry as stored.
  ///   - seal: the step's seal if the entry begins a step that has one; else nil.
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

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

extension StoredRoom {
  /// Sees whether a room could be gone on with, by folding it as a server does that starts.
  ///
  /// - Parameter dealer: where decks come from.
  /// - Throws: what is wrong with it.
  public func check(dealer: Dealer) throws(StoredRoomError) {
    _ = try FoldedRoom(self, dealer: dealer)
  }
}

extension StoredRoomError {
  /// The entry that it is about; nil where it is about none.
  public var seq: UInt64? {
    switch self {
    case .broken(let seq), .unknownEvent(let seq), .unsound(let seq), .changed(let seq),
      .cutShort(let seq, _):
      seq
    case .empty, .misplacedSeal, .seatless, .changedRow, .changedMember, .unreadable: nil
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

extension StoredRoom {
  /// Checks whether the room can be restored, by folding it as a starting server would.
  ///
  /// - Parameter dealer: the source of decks.
  /// - Throws: what is wrong with it.
  package func check(dealer: Dealer) throws(StoredRoomError) {
    _ = try FoldedRoom(self, dealer: dealer)
  }
}

extension StoredRoomError {
  /// The entry at fault; nil if no single entry is.
  package var seq: UInt64? {
    switch self {
    case .broken(let seq), .unknownEvent(let seq), .unsound(let seq), .changed(let seq),
      .cutShort(let seq, _):
      seq
    case .empty, .misplacedSeal, .seatless, .changedRow, .changedMember, .unreadable, .alreadyHere:
      nil
    }
  }
}

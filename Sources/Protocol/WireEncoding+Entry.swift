// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

extension WireEncoding {
  /// The bytes of an entry by itself, as a journal keeps it.
  public func encode(_ entry: Entry) -> [UInt8] {
    bytes(of: WireEntry(entry))
  }

  /// The entry that `bytes` are.
  ///
  /// - Throws: `WireError` if they are none.
  public func decodeEntry(_ bytes: [UInt8]) throws(WireError) -> Entry {
    try message(WireEntry.self, from: bytes).translated()
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

extension WireEncoding {
  /// Encodes a single entry, for a journal.
  public func encode(_ entry: Entry) -> [UInt8] {
    bytes(of: WireEntry(entry))
  }

  /// Decodes a single entry.
  ///
  /// - Throws: `WireError` if the bytes are not an entry.
  public func decodeEntry(_ bytes: [UInt8]) throws(WireError) -> Entry {
    try message(WireEntry.self, from: bytes).translated()
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

extension WireEncoding {
  /// Encodes a single entry, for a journal.
  package func encode(_ entry: Entry) -> [UInt8] {
    bytes(of: WireEntry(entry))
  }

  /// Decodes a single entry.
  ///
  /// - Throws: `WireError` if the bytes are not an entry.
  package func decodeEntry(_ bytes: [UInt8]) throws(WireError) -> Entry {
    try message(WireEntry.self, from: bytes).translated()
  }
}

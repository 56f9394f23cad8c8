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

  /// The tag of `ServerMessage.entry` (protobuf's encoding guide: the field number shifted by
  /// three, plus 2 for length-delimited).
  private static let entryTag = UInt8(5 << 3 | 2)

  /// The server's message of an entry that was encoded in the binary encoding.
  ///
  /// The result equals a fresh encoding; the cost is a copy.
  package static func protoMessage(ofEntry bytes: [UInt8]) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(bytes.count + 6)
    message.append(entryTag)
    message.append(varint: UInt64(bytes.count))
    message.append(contentsOf: bytes)
    return message
  }
}

extension [UInt8] {
  /// Appends a varint: groups of seven bits, lowest first, each but the last with the highest bit
  /// set.
  mutating func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

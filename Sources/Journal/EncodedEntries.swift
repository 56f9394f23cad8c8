// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The entries of a step in the binary encoding, as a journal has stored them.
///
/// They are sent as they are, so no entry is encoded a second time.
package struct EncodedEntries: Hashable, Sendable {
  /// The number of the first entry.
  package let firstSeq: UInt64
  /// The bytes of each entry, in order.
  package let bytes: [[UInt8]]

  /// The entries from `firstSeq` on.
  package init(firstSeq: UInt64, bytes: [[UInt8]]) {
    self.firstSeq = firstSeq
    self.bytes = bytes
  }

  /// The bytes of entry `seq`; nil if it belongs to another step.
  package subscript(seq: UInt64) -> [UInt8]? {
    guard seq >= firstSeq, seq - firstSeq < UInt64(bytes.count) else { return nil }
    return bytes[Int(seq - firstSeq)]
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A 32-byte SHA-256 digest, or an HMAC over it.
///
/// Comparing two digests takes constant time, so a token's digest may be compared directly.
package struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// How many bytes a digest has.
  package static let byteCount = 32

  /// The digest's bytes, always ``byteCount`` of them.
  package let bytes: [UInt8]

  /// A digest that was stored or received; nil unless it has ``byteCount`` bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Digest.byteCount else { return nil }
    self.bytes = bytes
  }

  init(unchecked bytes: [UInt8]) {
    precondition(bytes.count == Digest.byteCount, "A digest has 32 bytes, not \(bytes.count).")
    self.bytes = bytes
  }

  /// Whether both are the same digest, in constant time.
  package static func == (left: Digest, right: Digest) -> Bool {
    areEqualInConstantTime(left.bytes, right.bytes)
  }

  /// Lower-case hexadecimal without separators.
  package var description: String { Hexadecimal.text(of: bytes) }
}

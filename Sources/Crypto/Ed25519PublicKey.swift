// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// The public half of an Ed25519 key pair (RFC 8032): it verifies signatures.
package struct Ed25519PublicKey: Hashable, Sendable {
  /// How many bytes a key has.
  package static let byteCount = 32
  /// How many bytes a signature has.
  package static let signatureByteCount = 64

  /// The key's bytes, always ``byteCount`` of them.
  package let bytes: [UInt8]

  /// A key that was received from a peer.
  ///
  /// - Returns: nil unless it has ``byteCount`` bytes and is not of small order: for those few keys
  ///   some signature verifies any message, so it proves nothing.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, !Self.isOfSmallOrder(bytes) else { return nil }
    self.bytes = bytes
  }

  init(unchecked bytes: [UInt8]) {
    precondition(bytes.count == Self.byteCount, "A public key has 32 bytes, not \(bytes.count).")
    self.bytes = bytes
  }

  /// Whether `signature` is this key's signature of `message`; false also if it is malformed, or
  /// these bytes are not a point on the curve.
  ///
  /// Takes about a tenth of a millisecond.
  package func isSignature(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard signature.count == Self.signatureByteCount,
      let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count)
    else {
      ERR_clear_error()
      return false
    }
    defer { EVP_PKEY_free(key) }
    guard let context = EVP_MD_CTX_new() else {
      preconditionFailure("OpenSSL has no memory for checking a signature.")
    }
    defer { EVP_MD_CTX_free(context) }
    // Without a digest of its own: Ed25519 hashes by itself. The error queue is cleared, or a wrong
    // signature would later be mistaken for another error.
    defer { ERR_clear_error() }
    return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  /// Whether the key, ignoring its sign bit, is a point whose order divides eight, in any encoding.
  private static func isOfSmallOrder(_ key: [UInt8]) -> Bool {
    var point = key
    point[byteCount - 1] &= 0x7f
    return smallOrders.contains(point)
  }

  /// The coordinates 0, 1, p - 1, p and p + 1, and those of the two points of order eight, lowest
  /// byte first.
  private static let smallOrders: [[UInt8]] =
    [
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ].compactMap(Hexadecimal.bytes(of:))
}

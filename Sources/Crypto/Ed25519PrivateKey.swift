// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// An Ed25519 key pair (RFC 8032); its signatures are deterministic.
///
/// Everything is computed from the seed of 32 random bytes, which RFC 8032 calls the private key.
package struct Ed25519PrivateKey: Hashable, Sendable {
  /// How many bytes a seed has.
  package static let seedByteCount = 32

  /// The public half.
  package let publicKey: Ed25519PublicKey
  private let seed: [UInt8]

  /// Generates a key pair from the operating system's entropy.
  package init() {
    self.init(checked: RandomBytes.make(Self.seedByteCount))
  }

  /// The key pair of a seed; nil unless it has ``seedByteCount`` bytes.
  package init?(seed: [UInt8]) {
    guard seed.count == Self.seedByteCount else { return nil }
    self.init(checked: seed)
  }

  private init(checked seed: [UInt8]) {
    self.seed = seed
    var bytes = [UInt8](repeating: 0, count: Ed25519PublicKey.byteCount)
    var count = bytes.count
    let status = Self.withKey(of: seed) { EVP_PKEY_get_raw_public_key($0, &bytes, &count) }
    precondition(
      status == 1 && count == bytes.count, "OpenSSL made a key without a public half.")
    publicKey = Ed25519PublicKey(unchecked: bytes)
  }

  /// Reads a key pair: PKCS #8 in PEM form, as `openssl genpkey -algorithm ed25519` writes it.
  ///
  /// - Throws: ``Ed25519KeyError`` for text without a key, with a passphrase, or with a key of
  ///   another kind.
  package init(pem: [UInt8]) throws(Ed25519KeyError) {
    let bio = MemoryBIO(pem)
    // OpenSSL would ask for a passphrase on the terminal; the callback refuses.
    let read = PEM_read_bio_PrivateKey(bio.pointer, nil, { _, _, _, _ in -1 }, nil)
    ERR_clear_error()
    guard let key = read else { throw .noKey }
    defer { EVP_PKEY_free(key) }
    guard EVP_PKEY_is_a(key, "ED25519") == 1 else {
      throw .otherKind(EVP_PKEY_get0_type_name(key).map { String(cString: $0) } ?? "unknown")
    }
    var seed = [UInt8](repeating: 0, count: Self.seedByteCount)
    var count = seed.count
    let status = EVP_PKEY_get_raw_private_key(key, &seed, &count)
    precondition(
      status == 1 && count == seed.count, "OpenSSL read a key without a private half.")
    self.init(checked: seed)
  }

  /// The key pair in PKCS #8 and PEM form, without passphrase.
  package var pem: String {
    let text = MemoryBIO()
    let status = Self.withKey(of: seed) {
      PEM_write_bio_PrivateKey(text.pointer, $0, nil, nil, 0, nil, nil)
    }
    precondition(status == 1, "OpenSSL could not write a key it had made.")
    return text.text
  }

  /// The signature of `message`, ``Ed25519PublicKey/signatureByteCount`` bytes.
  package func signature(of message: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Ed25519PublicKey.signatureByteCount)
    var count = signature.count
    let status = Self.withKey(of: seed) { key in
      guard let context = EVP_MD_CTX_new() else {
        preconditionFailure("OpenSSL has no memory for signing.")
      }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1 else { return Int32(0) }
      return EVP_DigestSign(context, &signature, &count, message, message.count)
    }
    precondition(
      status == 1 && count == signature.count, "OpenSSL could not sign with a whole key.")
    return signature
  }

  private static func withKey(of seed: [UInt8], _ body: (OpaquePointer) -> Int32) -> Int32 {
    guard let key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count) else {
      preconditionFailure("OpenSSL offers no Ed25519: is a provider without it configured?")
    }
    defer { EVP_PKEY_free(key) }
    return body(key)
  }
}

/// Why a PEM text contains no usable private key.
package enum Ed25519KeyError: Error, Hashable, Sendable {
  /// There is no private key in PEM form, or it is damaged or has a passphrase.
  case noKey
  /// The key is of another kind, by OpenSSL's name ("EC").
  case otherKind(String)
}

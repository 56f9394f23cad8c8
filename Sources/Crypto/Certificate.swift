// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL
internal import Files

/// One X.509 certificate that OpenSSL has parsed; owns it.
struct Certificate: ~Copyable {
  let pointer: OpaquePointer

  /// Takes ownership of a reference from OpenSSL.
  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  /// Parses a certificate in DER form (X.690); nothing may follow it.
  init(der: [UInt8]) throws(CertificateError) {
    let parsed = der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
      var start = bytes.baseAddress
      guard let certificate = d2i_X509(nil, &start, bytes.count) else { return nil }
      guard start == bytes.baseAddress.map({ $0 + bytes.count }) else {
        X509_free(certificate)
        return nil
      }
      return certificate
    }
    guard let parsed else {
      ERR_clear_error()
      throw .noCertificate(source: "the given bytes")
    }
    pointer = parsed
  }

  deinit { X509_free(pointer) }

  /// SHA-256 over the DER form.
  var fingerprint: CertificateFingerprint {
    var out = [UInt8](repeating: 0, count: Digest.byteCount)
    precondition(
      X509_digest(pointer, EVP_sha256(), &out, nil) == 1,
      "OpenSSL could not hash a certificate it had parsed.")
    return CertificateFingerprint(digest: Digest(unchecked: out))
  }

  /// Calls `body` with every certificate in `pem`, in order, which it may keep with `X509_up_ref`.
  ///
  /// - Throws: ``CertificateError/noCertificate(source:)`` if there is none, `.refused` if one is
  ///   damaged.
  static func forEach(
    inPEM pem: [UInt8], source: String,
    _ body: (borrowing Certificate) throws(CertificateError) -> Void
  ) throws(CertificateError) {
    let bio = MemoryBIO(pem)
    var count = 0
    while let pointer = PEM_read_bio_X509(bio.pointer, nil, nil, nil) {
      let certificate = Certificate(owning: pointer)
      try body(certificate)
      count += 1
    }
    let endedNormally = cossl_is_end_of_pem(ERR_peek_last_error()) == 1
    if !endedNormally { throw .newest() }
    ERR_clear_error()
    if count == 0 { throw .noCertificate(source: source) }
  }
}

/// Reads a small file, such as a certificate; at most 1 MiB.
///
/// A pipe or a device is refused without waiting for it.
package func readSmallFile(_ path: String) throws(CertificateError) -> [UInt8] {
  do throws(FileFailure) {
    return try BoundedFile.bytes(at: path, limit: 1 << 20)
  } catch {
    throw .unreadable(path: path, reason: error.reason)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// A server's certificate chain and private key, parsed and known to belong together before any
/// socket opens.
package final class ServerCredentials {
  private var chain: [OpaquePointer] = []
  private var key: OpaquePointer?

  /// Parses both texts and checks that the key is the first certificate's.
  ///
  /// - Parameters:
  ///   - certificate: The server's certificate in PEM form, then those of the authorities between
  ///     it and the root.
  ///   - key: Its private key in PEM form, without passphrase.
  ///   - certificateSource: What error messages call the first text: a path, or "the given text".
  ///   - keySource: What error messages call the second text.
  /// - Throws: ``CertificateError`` when either is missing or they do not belong together.
  package init(
    certificate: [UInt8], key: [UInt8], certificateSource: String, keySource: String
  ) throws(CertificateError) {
    try Certificate.forEach(inPEM: certificate, source: certificateSource) {
      certificate throws(CertificateError) in
      X509_up_ref(certificate.pointer)
      chain.append(certificate.pointer)
    }
    let bio = MemoryBIO(key)
    // A passphrase would be asked for at the terminal; the callback answers with an empty one
    // instead.
    self.key = PEM_read_bio_PrivateKey(bio.pointer, nil, { _, _, _, _ in 0 }, nil)
    ERR_clear_error()
    if self.key == nil { throw .noPrivateKey(source: keySource) }
    let matches = X509_check_private_key(chain[0], self.key) == 1
    ERR_clear_error()
    if !matches { throw .keyDoesNotMatch(certificate: certificateSource, key: keySource) }
  }

  /// Reads and parses two files.
  package convenience init(certificateFile: String, keyFile: String) throws(CertificateError) {
    try self.init(
      certificate: readSmallFile(certificateFile), key: readSmallFile(keyFile),
      certificateSource: certificateFile, keySource: keyFile)
  }

  deinit {
    for certificate in chain { X509_free(certificate) }
    EVP_PKEY_free(key)
  }

  /// Gives both to `context` (an `SSL_CTX`), which from then on speaks TLS 1.2 or newer as this
  /// server.
  package func install(into context: OpaquePointer) throws(CertificateError) {
    guard cossl_require_tls_1_2(context) == 1,
      SSL_CTX_use_certificate(context, chain[0]) == 1,
      SSL_CTX_use_PrivateKey(context, key) == 1
    else { throw .newest() }
    for certificate in chain.dropFirst() {
      X509_up_ref(certificate)
      if cossl_add_chain_certificate(context, certificate) != 1 {
        X509_free(certificate)
        throw .newest()
      }
    }
  }
}

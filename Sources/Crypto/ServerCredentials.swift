// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL
internal import Glibc

/// A server's certificate chain and private key, parsed and checked to match before any socket
/// opens.
package final class ServerCredentials {
  private var chain: [OpaquePointer] = []
  private var key: OpaquePointer?

  /// Parses both texts and checks that the key is the first certificate's.
  ///
  /// - Parameters:
  ///   - certificate: The server's certificate in PEM form, followed by its intermediates.
  ///   - key: Its private key in PEM form, without passphrase.
  ///   - certificateSource: The first text's name in error messages: a path, or "the given text".
  ///   - keySource: The second text's name in error messages.
  /// - Throws: ``CertificateError`` if either is missing or they do not match.
  package init(
    certificate: [UInt8], key: [UInt8], certificateSource: String, keySource: String
  ) throws(CertificateError) {
    try Certificate.forEach(inPEM: certificate, source: certificateSource) {
      certificate throws(CertificateError) in
      X509_up_ref(certificate.pointer)
      chain.append(certificate.pointer)
    }
    let bio = MemoryBIO(key)
    // OpenSSL would ask for a passphrase on the terminal; the callback answers with an empty one.
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

  /// The fingerprint that clients compare.
  package var fingerprint: CertificateFingerprint {
    X509_up_ref(chain[0])
    return Certificate(owning: chain[0]).fingerprint
  }

  /// The certificate's validity, in seconds since 1970.
  package var validity: ClosedRange<Int> {
    let start = Self.seconds(X509_get0_notBefore(chain[0])) ?? .min
    let end = Self.seconds(X509_get0_notAfter(chain[0])) ?? .max
    return start...max(start, end)
  }

  /// Whether the certificate is for a host name or address.
  package func isFor(_ host: String) -> Bool {
    guard !host.isEmpty, !host.utf8.contains(0) else { return false }
    return X509_check_ip_asc(chain[0], host, 0) == 1
      || X509_check_host(chain[0], host, host.utf8.count, 0, nil) == 1
  }

  /// Checks whether OpenSSL would present them, for example whether the key is long enough.
  package func check() throws(CertificateError) {
    guard let context = SSL_CTX_new(TLS_server_method()) else { throw .newest() }
    defer { SSL_CTX_free(context) }
    let isTaken = withChain { SSL_CTX_use_cert_and_key(context, chain[0], key, $0, 1) == 1 }
    if !isTaken { throw .newest() }
  }

  /// Makes one connection (an `SSL`) present only these.
  func show(to connection: OpaquePointer) -> Bool {
    SSL_certs_clear(connection)
    return withChain { SSL_use_cert_and_key(connection, chain[0], key, $0, 1) == 1 }
  }

  /// Runs `body` with the intermediate certificates, as an OpenSSL list.
  private func withChain(_ body: (OpaquePointer?) -> Bool) -> Bool {
    let stack = OPENSSL_sk_new_null()
    defer { OPENSSL_sk_free(stack) }
    for certificate in chain.dropFirst() {
      guard OPENSSL_sk_push(stack, UnsafeRawPointer(certificate)) > 0 else { return false }
    }
    return body(stack)
  }

  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int? {
    var parts = tm()
    guard ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
    return timegm(&parts)
  }
}

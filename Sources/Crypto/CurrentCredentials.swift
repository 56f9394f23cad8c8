// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// A server's current TLS certificate: every handshake looks it up; open connections keep theirs.
///
/// An OpenSSL context keeps one certificate per kind of key and cannot remove one: with a new one
/// of another kind it would present both. So it has none of its own, and a callback supplies this.
package final class CurrentCredentials {
  private var credentials: ServerCredentials

  /// Starts with `credentials`; throws if OpenSSL would not present them.
  package init(_ credentials: ServerCredentials) throws(CertificateError) {
    try credentials.check()
    self.credentials = credentials
  }

  /// Presents other credentials from now on; if OpenSSL refuses them, keeps the current ones.
  package func replace(with others: ServerCredentials) throws(CertificateError) {
    try others.check()
    credentials = others
  }

  /// Makes `context` (an `SSL_CTX`) get its certificate from here, and use TLS 1.2 or newer.
  ///
  /// The context must not outlive this.
  package func attach(to context: OpaquePointer) throws(CertificateError) {
    guard cossl_require_tls_1_2(context) == 1 else { throw .newest() }
    SSL_CTX_set_cert_cb(
      context,
      { connection, owner in
        guard let connection, let owner else { return 0 }
        let current = Unmanaged<CurrentCredentials>.fromOpaque(owner).takeUnretainedValue()
        return current.credentials.show(to: connection) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

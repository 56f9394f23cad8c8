// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// What a server shows in TLS at the moment: every handshake asks anew, and connections that are open
/// do not ask again.
///
/// A context of OpenSSL's keeps one certificate for each kind of key and has no way to take one out:
/// with a new one of another kind it would show both. So it is given none, and asks here.
package final class CurrentCredentials {
  private var credentials: ServerCredentials

  /// Begins with `credentials`, once OpenSSL would show them.
  package init(_ credentials: ServerCredentials) throws(CertificateError) {
    try credentials.check()
    self.credentials = credentials
  }

  /// Shows others from now on; where OpenSSL would not, it stays with those it has.
  package func replace(with others: ServerCredentials) throws(CertificateError) {
    try others.check()
    credentials = others
  }

  /// Has `context` (an `SSL_CTX`) ask here, and speak TLS 1.2 or newer.
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

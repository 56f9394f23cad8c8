// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// Questions of a TLS client about its peer's certificate during and after verification.
package enum PeerVerification {
  /// Why the current certificate was rejected, in OpenSSL's words ("self-signed certificate").
  ///
  /// `storeContext` is the `X509_STORE_CTX` passed to a verify callback.
  package static func problem(in storeContext: OpaquePointer) -> String {
    guard let text = X509_verify_cert_error_string(Int(X509_STORE_CTX_get_error(storeContext)))
    else { return "the certificate was not accepted" }
    return String(cString: text)
  }

  /// Continues the handshake although no authority signed the certificate; its fingerprint must be
  /// compared afterwards.
  package static func overrule(_ storeContext: OpaquePointer) {
    X509_STORE_CTX_set_error(storeContext, X509_V_OK)
  }

  /// The fingerprint of the certificate that the peer of `connection` (an `SSL`) presented; nil if
  /// there is none yet.
  package static func peerFingerprint(of connection: OpaquePointer) -> CertificateFingerprint? {
    guard let pointer = SSL_get1_peer_certificate(connection) else { return nil }
    return Certificate(owning: pointer).fingerprint
  }
}

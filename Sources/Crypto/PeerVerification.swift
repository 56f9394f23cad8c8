// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// What a TLS client asks about its peer while and after OpenSSL verifies it.
package enum PeerVerification {
  /// Why the certificate OpenSSL looks at was found bad, in its words ("self-signed certificate").
  ///
  /// `storeContext` is the `X509_STORE_CTX` a verify callback was given.
  package static func problem(in storeContext: OpaquePointer) -> String {
    guard let text = X509_verify_cert_error_string(Int(X509_STORE_CTX_get_error(storeContext)))
    else { return "the certificate was not accepted" }
    return String(cString: text)
  }

  /// Lets the handshake go on although no authority vouches for the peer; its fingerprint must be
  /// compared afterwards.
  package static func overrule(_ storeContext: OpaquePointer) {
    X509_STORE_CTX_set_error(storeContext, X509_V_OK)
  }

  /// The fingerprint of the certificate the peer of `connection` (an `SSL`) presented; nil when
  /// there is none yet.
  package static func peerFingerprint(of connection: OpaquePointer) -> CertificateFingerprint? {
    guard let pointer = SSL_get1_peer_certificate(connection) else { return nil }
    return Certificate(owning: pointer).fingerprint
  }
}

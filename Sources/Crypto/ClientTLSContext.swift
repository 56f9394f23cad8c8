// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// An `SSL_CTX` for outgoing connections: TLS 1.2 or newer, and exactly the given authorities.
package final class ClientTLSContext {
  /// The `SSL_CTX`, valid as long as this object lives.
  package let pointer: OpaquePointer

  /// Which authorities a client trusts.
  package enum Authorities: Hashable, Sendable {
    /// Those of the operating system.
    case system
    /// Only those in one PEM file.
    case file(String)
    /// None: the caller compares the peer's fingerprint instead.
    case nobody
  }

  /// Creates a context; reading the system's authorities takes a few milliseconds.
  package init(_ authorities: Authorities) throws(CertificateError) {
    var file: String?
    if case .file(let path) = authorities {
      // Parsed once separately, because OpenSSL's loader reports a missing or empty file only by
      // number.
      try Certificate.forEach(inPEM: readSmallFile(path), source: path) {
        _ throws(CertificateError) in
      }
      file = path
    }
    guard let context = SSL_CTX_new(TLS_client_method()) else { throw .newest() }
    pointer = context
    guard cossl_require_tls_1_2(context) == 1 else { throw .newest() }
    if let file, SSL_CTX_load_verify_file(context, file) != 1 { throw .newest() }
    if authorities == .system, SSL_CTX_set_default_verify_paths(context) != 1 { throw .newest() }
  }

  deinit { SSL_CTX_free(pointer) }
}

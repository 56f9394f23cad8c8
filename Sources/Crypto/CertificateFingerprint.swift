// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Identifies a certificate: SHA-256 over its DER form, as browsers and `openssl x509 -fingerprint`
/// show it.
package struct CertificateFingerprint: Hashable, Sendable, CustomStringConvertible {
  /// SHA-256 over the DER form.
  package let digest: Digest

  /// A fingerprint from its digest.
  package init(digest: Digest) { self.digest = digest }

  /// Parses a typed or pasted fingerprint: 64 hexadecimal digits in either case, with colons
  /// between all pairs or without; nil for anything else.
  package init?(_ text: String) {
    guard let bytes = Hexadecimal.bytes(of: text), let digest = Digest(bytes) else { return nil }
    self.digest = digest
  }

  /// The fingerprint of the first certificate in `pem`.
  ///
  /// - Throws: ``CertificateError`` when there is no certificate in it.
  package init(pem: String) throws(CertificateError) {
    var first: CertificateFingerprint?
    try Certificate.forEach(inPEM: Array(pem.utf8), source: "the given text") {
      certificate throws(CertificateError) in
      if first == nil { first = certificate.fingerprint }
    }
    guard let first else { throw .noCertificate(source: "the given text") }
    self = first
  }

  /// The fingerprint of a certificate in DER form.
  ///
  /// - Throws: ``CertificateError`` when `der` is not one certificate.
  package init(der: [UInt8]) throws(CertificateError) {
    self = try Certificate(der: der).fingerprint
  }

  /// Upper-case pairs with colons between them.
  package var description: String {
    Hexadecimal.text(of: digest.bytes, separator: ":", uppercase: true)
  }
}

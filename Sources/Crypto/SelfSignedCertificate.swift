// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL
internal import Glibc

/// A certificate that a server makes for itself, for encryption without an authority.
///
/// Clients trust it by its ``fingerprint``. The key is on the curve P-256.
package struct SelfSignedCertificate: Sendable {
  /// The certificate in PEM form.
  package let certificatePEM: String
  /// The private key in PEM form (PKCS #8, no passphrase): only the server may read it.
  package let privateKeyPEM: String
  /// The fingerprint that clients compare.
  package let fingerprint: CertificateFingerprint

  /// Generates a key and a certificate for it; takes about a millisecond.
  ///
  /// - Parameters:
  ///   - names: Host names and IP addresses of the server, at least one; the first becomes the
  ///     common name.
  ///   - validFor: How long from now it is valid, at most 100 years.
  ///   - startingIn: The start of its validity from now: an hour ago by default, for clocks that
  ///     are slow. No later than its end.
  /// - Returns: The certificate with its key and fingerprint.
  /// - Throws: ``CertificateError/badName(_:)`` for a name that is neither a host name nor an
  ///   address.
  package static func make(
    names: [String], validFor: Duration, startingIn: Duration = .seconds(-3_600)
  ) throws(CertificateError) -> SelfSignedCertificate {
    precondition(!names.isEmpty, "A self-signed certificate needs a name.")
    let seconds = validFor.components.seconds
    let start = startingIn.components.seconds
    precondition(
      (start + 1...3_153_600_000).contains(seconds) && start >= -3_153_600_000,
      "A certificate cannot be valid for \(validFor), starting in \(startingIn).")
    guard let key = cossl_generate_p256() else { throw .newest() }
    defer { EVP_PKEY_free(key) }
    guard let pointer = X509_new() else { throw .newest() }
    let certificate = Certificate(owning: pointer)
    try fill(certificate, names: names, start: Int(start), end: Int(seconds), key: key)

    let certificateText = MemoryBIO()
    let keyText = MemoryBIO()
    guard PEM_write_bio_X509(certificateText.pointer, certificate.pointer) == 1,
      PEM_write_bio_PrivateKey(keyText.pointer, key, nil, nil, 0, nil, nil) == 1
    else { throw .newest() }
    return SelfSignedCertificate(
      certificatePEM: certificateText.text, privateKeyPEM: keyText.text,
      fingerprint: certificate.fingerprint)
  }

  private static func fill(
    _ certificate: borrowing Certificate, names: [String], start: Int, end: Int, key: OpaquePointer
  ) throws(CertificateError) {
    let x509 = certificate.pointer
    var serial = RandomBytes.make(16)
    serial[0] &= 0x7f  // RFC 5280, 4.1.2.2: a serial number is positive.
    let number = BN_bin2bn(serial, Int32(serial.count), nil)
    defer { BN_free(number) }
    let alternatives = try names.map { name throws(CertificateError) in
      try alternativeName(name)
    }
    let common = Array(names[0].utf8.prefix(64))
    let subject = X509_get_subject_name(x509)
    guard X509_set_version(x509, 2) == 1,
      BN_to_ASN1_INTEGER(number, X509_get_serialNumber(x509)) != nil,
      X509_time_adj_ex(
        X509_getm_notBefore(x509), Int32(start / 86_400), start % 86_400, nil) != nil,
      X509_time_adj_ex(X509_getm_notAfter(x509), Int32(end / 86_400), end % 86_400, nil) != nil,
      X509_set_pubkey(x509, key) == 1,
      X509_NAME_add_entry_by_txt(
        subject, "CN", MBSTRING_UTF8, common, Int32(common.count), -1, 0) == 1,
      X509_set_issuer_name(x509, subject) == 1
    else { throw .newest() }
    try add(NID_subject_alt_name, alternatives.joined(separator: ","), to: x509)
    try add(NID_basic_constraints, "critical,CA:FALSE", to: x509)
    try add(NID_key_usage, "critical,digitalSignature", to: x509)
    try add(NID_ext_key_usage, "serverAuth", to: x509)
    try add(NID_subject_key_identifier, "hash", to: x509)
    if X509_sign(x509, key, EVP_sha256()) == 0 { throw .newest() }
  }

  private static func add(_ extensionID: Int32, _ value: String, to certificate: OpaquePointer)
    throws(CertificateError)
  {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, certificate, certificate, nil, nil, 0)
    guard let made = X509V3_EXT_conf_nid(nil, &context, extensionID, value) else { throw .newest() }
    defer { X509_EXTENSION_free(made) }
    if X509_add_ext(certificate, made, -1) != 1 { throw .newest() }
  }

  /// OpenSSL's notation for one subject alternative name.
  ///
  /// Only letters, digits, dots, hyphens and an address's colons are allowed: a comma would start
  /// another entry.
  private static func alternativeName(_ name: String) throws(CertificateError) -> String {
    var address = in6_addr()
    if name.utf8.contains(0) { throw .badName(name) }
    if inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1 {
      return "IP:" + name
    }
    let isHostName =
      name.utf8.count <= 253
      && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
    guard isHostName else { throw .badName(name) }
    return "DNS:" + name
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Glibc
import MatchFixtures
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CertificateTests {
  @Test("A self-signed certificate and its key pass OpenSSL's own check")
  func roundTrip() throws {
    let made = try SelfSignedCertificate.make(
      names: ["localhost", "127.0.0.1", "::1"], validFor: .seconds(86_400))
    #expect(made.certificatePEM.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    #expect(made.privateKeyPEM.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    #expect(try CertificateFingerprint(pem: made.certificatePEM) == made.fingerprint)
    _ = try ServerCredentials(
      certificate: Array(made.certificatePEM.utf8), key: Array(made.privateKeyPEM.utf8),
      certificateSource: "the given text", keySource: "the given text")
  }

  @Test(
    "The openssl program reads names, curve, dates and the same fingerprint",
    .enabled(if: hasOpenSSL, "openssl is not installed."))
  func readByOpenSSL() throws {
    let made = try SelfSignedCertificate.make(
      names: ["play.example.org", "192.0.2.7", "2001:db8::1"], validFor: .seconds(90 * 86_400))
    let folder = try TemporaryFolder()
    let path = try folder.write(made.certificatePEM, to: "certificate.pem")
    let text = output(of: "openssl x509 -in \(path) -noout -text -fingerprint -sha256")
    #expect(text.contains("DNS:play.example.org, IP Address:192.0.2.7"))
    #expect(text.contains("IP Address:2001:DB8:0:0:0:0:0:1"))
    #expect(text.contains("CN = play.example.org"))
    #expect(text.contains("prime256v1"))
    #expect(text.contains("CA:FALSE"))
    #expect(text.contains(made.fingerprint.description))
    let checked = output(
      of: "openssl verify -CAfile \(path) -verify_ip 192.0.2.7 \(path) 2>&1;"
        + " openssl x509 -in \(path) -checkend \(89 * 86_400);"
        + " openssl x509 -in \(path) -checkend \(91 * 86_400)")
    #expect(
      checked == "\(path): OK\nCertificate will not expire\nCertificate will expire\n")
  }

  @Test(
    "A name that could add another entry is refused",
    arguments: [
      "", "a b", "a,DNS:evil.example", "näh.example", "a\u{0}b", "127.0.0.1\u{0},DNS:evil", "a..b",
      "*.example.org",
    ])
  func badNames(name: String) {
    #expect(throws: CertificateError.badName(name)) {
      try SelfSignedCertificate.make(names: [name], validFor: .seconds(60))
    }
  }

  @Test("A fingerprint is read in either case, with colons or without")
  func fingerprintForms() throws {
    let made = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(60))
    let upper = made.fingerprint.description
    let plain = String(upper.filter { $0 != ":" })
    #expect(CertificateFingerprint(upper) == made.fingerprint)
    #expect(CertificateFingerprint(upper.lowercased()) == made.fingerprint)
    #expect(CertificateFingerprint(plain) == made.fingerprint)
    #expect(CertificateFingerprint(plain.lowercased()) == made.fingerprint)
    #expect(upper.count == 95)
  }

  @Test("Text that is not a fingerprint is refused")
  func fingerprintGarbage() {
    let pairs = [String](repeating: "AB", count: 32)
    let good = pairs.joined(separator: ":")
    #expect(CertificateFingerprint(good) != nil)
    for bad in [
      "", "AB", pairs.dropLast().joined(separator: ":"), good + ":", good + ":AB", good + " ",
      pairs.joined(separator: "-"), pairs.joined(separator: ":").replacing("A", with: "G"),
      "A" + pairs.joined(), "AB:" + pairs.dropFirst().joined(),
    ] {
      #expect(CertificateFingerprint(bad) == nil, "\(bad)")
    }
  }

  @Test("Anything but a certificate is refused with its source's name")
  func notACertificate() {
    #expect(throws: CertificateError.noCertificate(source: "the given text")) {
      try CertificateFingerprint(pem: "hello")
    }
    #expect(throws: CertificateError.noCertificate(source: "the given bytes")) {
      try CertificateFingerprint(der: [0x30, 0x82])
    }
    #expect(throws: CertificateError.self) {
      try CertificateFingerprint(
        pem: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
    }
  }

  @Test("A wrong key, no key, and a missing file have different errors")
  func badIdentities() throws {
    let one = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(60))
    let other = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(60))
    func load(_ certificate: String, _ key: String) throws {
      _ = try ServerCredentials(
        certificate: Array(certificate.utf8), key: Array(key.utf8),
        certificateSource: "cert.pem", keySource: "key.pem")
    }
    #expect(throws: CertificateError.keyDoesNotMatch(certificate: "cert.pem", key: "key.pem")) {
      try load(one.certificatePEM, other.privateKeyPEM)
    }
    #expect(throws: CertificateError.noPrivateKey(source: "key.pem")) {
      try load(one.certificatePEM, one.certificatePEM)
    }
    #expect(throws: CertificateError.noCertificate(source: "cert.pem")) {
      try load(one.privateKeyPEM, one.privateKeyPEM)
    }
    #expect(
      throws: CertificateError.unreadable(
        path: "/nonexistent/cert.pem", reason: "No such file or directory")
    ) {
      try ServerCredentials(certificateFile: "/nonexistent/cert.pem", keyFile: "key.pem")
    }
    #expect(throws: CertificateError.self) {
      try ClientTLSContext(.file("/nonexistent/authorities.pem"))
    }
  }
}

private let hasOpenSSL = system("command -v openssl >/dev/null 2>&1") == 0

private func output(of command: String) -> String {
  guard let pipe = popen(command, "r") else { return "" }
  defer { pclose(pipe) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 4_096)
  while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 {
    bytes.append(contentsOf: chunk[..<count])
  }
  return String(decoding: bytes, as: UTF8.self)
}

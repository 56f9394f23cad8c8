// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import LibWebSockets
import MatchFixtures
import Testing

@testable import MatchServer

@Suite("A server's certificate", .timeLimit(.minutes(1)))
struct ServerCertificateTests {
  private static let day = 86_400

  /// A certificate in files of its own.
  struct Files {
    let folder: TemporaryFolder
    let made: SelfSignedCertificate
    var certificate: String { folder.path + "/chain.pem" }
    var key: String { folder.path + "/key.pem" }

    init(
      names: [String] = ["play.example.org"], from start: Int = -3_600, to end: Int = 90 * day
    ) throws {
      folder = try TemporaryFolder()
      made = try SelfSignedCertificate.make(
        names: names, validFor: .seconds(100 * day), startingIn: .seconds(start))
      try folder.write(Array(made.certificatePEM.utf8), to: "chain.pem")
      try folder.write(Array(made.privateKeyPEM.utf8), to: "key.pem")
    }

    func read(names: [String] = [], after days: Int = 0) throws(CertificateError)
      -> ServerCertificate
    {
      try ServerCertificate(
        certificate: certificate, key: key, names: names.map { PublicName(host: $0) },
        now: ServerCertificate.now + days * day)
    }
  }

  @Test("is accepted while it is valid")
  func good() throws {
    let files = try Files()
    let read = try files.read(names: ["play.example.org"])
    #expect(read.fingerprint == files.made.fingerprint)
    #expect(read.warnings().isEmpty)
    #expect(
      read.identity
        == .pem(certificate: files.made.certificatePEM, key: files.made.privateKeyPEM))
  }

  @Test("is refused with the date if it has expired or is not valid yet")
  func time() throws {
    let files = try Files()
    let late = #expect(throws: CertificateError.self) { try files.read(after: 101) }
    let words = late?.description ?? ""
    #expect(words.hasPrefix("The certificate in \(files.certificate) has expired (on 20"))
    #expect(words.hasSuffix("have it renewed, and give the new one."))
    let early = try Files(from: 10 * Self.day)
    let refusal = #expect(throws: CertificateError.self) { try early.read() }
    #expect(refusal?.description.contains("is not valid before 20") == true)
    #expect(try early.read(after: 11).warnings(now: ServerCertificate.now).isEmpty)
  }

  @Test("is refused if its key does not match or it is not a certificate")
  func files() throws {
    let (one, other) = (try Files(), try Files())
    try one.folder.write(Array(other.made.privateKeyPEM.utf8), to: "key.pem")
    #expect(throws: CertificateError.keyDoesNotMatch(certificate: one.certificate, key: one.key)) {
      try one.read()
    }
    try one.folder.write([], to: "key.pem")
    #expect(throws: CertificateError.noPrivateKey(source: one.key)) { try one.read() }
    try one.folder.write([0, 1, 2], to: "chain.pem")
    #expect(throws: CertificateError.noCertificate(source: one.certificate)) { try one.read() }
    let folder = one.folder.path
    #expect(throws: CertificateError.unreadable(path: folder, reason: "it is not a regular file")) {
      try ServerCertificate(certificate: folder, key: one.key, names: [])
    }
    let damaged = other.made.certificatePEM.replacing("A", with: "B")
    try other.folder.write(Array(damaged.utf8), to: "chain.pem")
    #expect(throws: CertificateError.self) { try other.read() }
  }

  @Test("comes with a warning when it does not cover a public name")
  func names() throws {
    let files = try Files(names: ["play.example.org", "192.0.2.7", "::1"])
    #expect(try files.read(names: ["play.example.org", "192.0.2.7", "::1"]).warnings().isEmpty)
    let warnings = try files.read(names: ["play.example.org", "other.example.org", "192.0.2.8"])
      .warnings()
    #expect(warnings.count == 2)
    #expect(
      warnings.first?.contains("does not cover other.example.org (public-name)") == true)
  }

  @Test("causes warnings from fourteen days before it expires")
  func expiry() throws {
    let certificate = try Files().read()
    let end = certificate.validUntil
    #expect(certificate.expiry(now: end - 15 * Self.day) == nil)
    #expect(certificate.expiry(now: end - 14 * Self.day) == nil)
    #expect(certificate.expiry(now: end - 14 * Self.day + 1)?.contains("in 13 days") == true)
    #expect(certificate.expiry(now: end - Self.day)?.contains("in 1 day:") == true)
    #expect(certificate.expiry(now: end)?.contains("expired on 20") == true)
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Glibc
import LibWebSockets
import MatchFixtures
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TLSTests {
  private let certificate: SelfSignedCertificate
  private let serving: ListenOptions

  init() throws {
    certificate = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(3_600))
    var serving = ListenOptions()
    serving.identity = .pem(certificate: certificate.certificatePEM, key: certificate.privateKeyPEM)
    self.serving = serving
  }

  private func connect(
    _ onLoop: OnLoop, _ port: UInt16, _ trust: ConnectOptions.Trust?, host: String = "localhost"
  ) async throws -> Happenings {
    var options = ConnectOptions(host: host, port: port)
    options.tls = trust
    let client = Happenings()
    try await onLoop.call(options, client)
    return client
  }

  @Test("An untrusted certificate is refused, and the server's handler is not called")
  func refusedByDefault() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server, serving)
      let failed = try await connect(onLoop, port, .system).failed()
      #expect(failed == .notTrusted(host: "localhost", reason: "self-signed certificate"))
      let client = try await connect(onLoop, port, .fingerprint(certificate.fingerprint))
      _ = try await client.opened()
      // The server's first event is the trusted connection.
      _ = try await server.opened()
    }
  }

  @Test(
    "With its fingerprint a certificate is trusted, under any name",
    arguments: ["localhost", "127.0.0.1"])
  func fingerprint(host: String) async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server, serving, react: RecordingServer.echo)
      let client = try await connect(
        onLoop, port, .fingerprint(certificate.fingerprint), host: host)
      let (id, info) = try await client.opened()
      #expect(info.isEncrypted)
      #expect(try await server.opened().info.isEncrypted)
      let large = [UInt8](repeating: 42, count: 4_000)
      await onLoop.run { loop in
        loop.send(Frame(text: "secret"), to: id)
        loop.send(Frame(binary: large), to: id)
      }
      #expect(try await client.text() == "secret")
      #expect(try await client.message() == large)
      await onLoop.run { $0.close(id, code: .goingAway, reason: "bye") }
      #expect(try await client.closed().origin == .local)
    }
  }

  @Test("With another fingerprint it is refused before any request")
  func wrongFingerprint() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(
        server, serving,
        decide: { _ in
          Issue.record("A request was sent to a server that is not the one expected.")
          return .accept
        })
      let other = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(60))
      let client = try await connect(onLoop, port, .fingerprint(other.fingerprint))
      let expected = ConnectionFailure.wrongFingerprint(
        expected: other.fingerprint, presented: certificate.fingerprint)
      #expect(try await client.failed() == expected)
    }
  }

  @Test("As its own authority it is trusted for its own name only")
  func ownAuthority() async throws {
    try await withLoop { onLoop in
      let port = try await onLoop.serve(Happenings(), serving)
      let folder = try TemporaryFolder()
      let file = try folder.write(certificate.certificatePEM, to: "authority.pem")
      let client = try await connect(onLoop, port, .certificateAuthority(file: file))
      #expect(try await client.opened().info.isEncrypted)
      let other = try await connect(
        onLoop, port, .certificateAuthority(file: file), host: "127.0.0.1")
      #expect(
        try await other.failed()
          == .notTrusted(host: "127.0.0.1", reason: "IP address mismatch"))
      // Trust in one file does not affect connections that trust the system or another file.
      let system = try await connect(onLoop, port, .system)
      guard case .notTrusted = try await system.failed() else {
        Issue.record("One connection's authority was believed for another.")
        return
      }
    }
  }

  @Test("An invalid file of authorities is refused at once")
  func badAuthorities() async throws {
    try await withLoop { onLoop in
      let missing = CertificateError.unreadable(
        path: "/nonexistent/ca.pem", reason: "No such file or directory")
      await #expect(throws: ConnectError.authorities(missing)) {
        try await connect(onLoop, 1, .certificateAuthority(file: "/nonexistent/ca.pem"))
      }
    }
  }

  @Test("New connections see a renewed certificate, and open ones are unaffected")
  func renewed() async throws {
    try await withLoop { onLoop in
      let listener = try await onLoop.listen(Happenings(), serving, react: RecordingServer.echo)
      let port = listener.port
      let before = try await connect(onLoop, port, .fingerprint(certificate.fingerprint))
      let id = try await before.opened().id
      // One handshake is in progress while the certificate changes.
      let other = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(60))
      try await listener.renew(
        .pem(certificate: other.certificatePEM, key: other.privateKeyPEM))
      let late = try await connect(onLoop, port, .fingerprint(certificate.fingerprint))
      #expect(
        try await late.failed()
          == .wrongFingerprint(expected: certificate.fingerprint, presented: other.fingerprint))
      let after = try await connect(onLoop, port, .fingerprint(other.fingerprint))
      _ = try await after.opened()
      await onLoop.run { $0.send(Frame(text: "still here"), to: id) }
      #expect(try await before.text() == "still here")
    }
  }

  @Test("An unusable certificate is refused, and the current one stays")
  func notRenewed() async throws {
    try await withLoop { onLoop in
      let listener = try await onLoop.listen(Happenings(), serving)
      let other = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(60))
      for identity in [
        TLSIdentity.pem(certificate: other.certificatePEM, key: certificate.privateKeyPEM),
        .pem(certificate: "", key: other.privateKeyPEM),
        .pem(certificate: other.certificatePEM, key: ""),
        .files(certificate: "/nonexistent", key: "/nonexistent"),
        .pem(certificate: weakCertificate, key: weakKey),
      ] {
        await #expect(throws: CertificateError.self) { try await listener.renew(identity) }
        let client = try await connect(
          onLoop, listener.port, .fingerprint(certificate.fingerprint))
        _ = try await client.opened()
      }
      let clear = try await onLoop.listen(Happenings())
      await #expect(throws: CertificateError.self) {
        try await clear.renew(.pem(certificate: other.certificatePEM, key: other.privateKeyPEM))
      }
    }
  }

  @Test(
    "A certificate with a key of another kind replaces the previous one completely")
  func otherKind() async throws {
    try await withLoop { onLoop in
      let listener = try await onLoop.listen(Happenings(), serving)
      try await listener.renew(.pem(certificate: rsaCertificate, key: rsaKey))
      let fingerprint = try CertificateFingerprint(pem: rsaCertificate)
      // Of the two, OpenSSL would choose the elliptic curve's.
      let client = try await connect(onLoop, listener.port, .fingerprint(fingerprint))
      _ = try await client.opened()
    }
  }

  @Test("TLS to a plain server fails, and the other way round")
  func mixed() async throws {
    try await withLoop { onLoop in
      let plain = try await onLoop.serve(Happenings())
      let client = try await connect(onLoop, plain, .fingerprint(certificate.fingerprint))
      #expect(try await client.failed() == .noTLS(host: "localhost", port: plain))
      let secure = try await onLoop.serve(Happenings(), serving)
      let clear = try await connect(onLoop, secure, nil, host: "127.0.0.1")
      #expect(
        try await clear.failed() == .notAWebSocket(host: "127.0.0.1", port: secure))
    }
  }

  @Test(
    "A slow reader gets everything over TLS too", arguments: ListenOptions.SendPath.allCases)
  func flood(sendPath: ListenOptions.SendPath) async throws {
    try await withLoop { onLoop in
      var serving = serving
      serving.sendPath = sendPath
      let port = try await onLoop.serve(
        Happenings(), serving,
        react: { loop, happening in
          guard case .opened(let id, _) = happening else { return }
          for index in 0..<2_000 {
            loop.send(Frame(binary: [UInt8](repeating: UInt8(index % 251), count: 4_000)), to: id)
          }
        })
      let client = try await connect(onLoop, port, .fingerprint(certificate.fingerprint))
      _ = try await client.opened()
      for index in 0..<2_000 {
        let message = try await client.message()
        try #require(message == [UInt8](repeating: UInt8(index % 251), count: 4_000), "\(index)")
      }
    }
  }

  @Test("Several loops use TLS independently")
  func twoLoops() async throws {
    try await withLoop { first in
      let port = try await first.serve(Happenings(), serving, react: RecordingServer.echo)
      let client = try await connect(first, port, .fingerprint(certificate.fingerprint))
      let id = try await client.opened().id
      try await withLoop { second in
        let guest = try await connect(second, port, .fingerprint(certificate.fingerprint))
        let guestID = try await guest.opened().id
        await second.run { $0.send(Frame(text: "second"), to: guestID) }
        #expect(try await guest.text() == "second")
      }
      await first.run { $0.send(Frame(text: "first"), to: id) }
      #expect(try await client.text() == "first")
      let another = try await connect(first, port, .system)
      guard case .notTrusted = try await another.failed() else {
        Issue.record("Another loop has changed what this one trusts.")
        return
      }
    }
  }
}

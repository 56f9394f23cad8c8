// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Testing

@testable import LibWebSockets

@Suite("A slow handshake", .timeLimit(.minutes(1)))
struct SlowHandshakeTests {
  /// The beginning of a request that stops, or of a ClientHello.
  private static let beginnings: [[UInt8]] = [
    [], Array("GE".utf8), Array("GET / HTTP/1.1\r\nHost: localhost\r\nUpgr".utf8),
    Array("GET / HTTP/1.1\r\n".utf8), [0x16, 0x03, 0x01, 0x02, 0x00, 0x01],
  ]

  private func serving(encrypted: Bool) throws -> (ListenOptions, ConnectOptions.Trust?) {
    var options = ListenOptions()
    options.handshakeTimeout = .milliseconds(50)
    guard encrypted else { return (options, nil) }
    let made = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(3_600))
    options.identity = .pem(certificate: made.certificatePEM, key: made.privateKeyPEM)
    return (options, .fingerprint(made.fingerprint))
  }

  @Test(
    "is dropped, while another is served", arguments: Self.beginnings, [false, true])
  func hungUpOn(beginning: [UInt8], encrypted: Bool) async throws {
    let (serving, trust) = try serving(encrypted: encrypted)
    try await withLoop { onLoop in
      var patient = serving
      patient.handshakeTimeout = .seconds(10)
      let insiders = try await onLoop.serve(Happenings(), patient, react: RecordingServer.echo)
      var calling = ConnectOptions(host: "127.0.0.1", port: insiders)
      calling.tls = trust
      let insider = Happenings()
      let id = try await onLoop.call(calling, insider)
      _ = try await insider.opened()
      let port = try await onLoop.serve(Happenings(), serving)
      let handshake = try RawClient(port: port)
      try await handshake.send(beginning)
      await onLoop.run { $0.send(Frame(text: "flipped"), to: id) }
      #expect(try await insider.text() == "flipped")
      _ = try await handshake.readToEnd()
      #expect(await onLoop.run { $0.network().handshakes.count } == 0)
    }
  }

  @Test("cannot gain time by sending single bytes")
  func dripping() async throws {
    try await withLoop { onLoop in
      let port = try await onLoop.serve(Happenings(), serving(encrypted: false).0)
      let handshake = try RawClient(port: port)
      var sent = 0
      // As many bytes as a request head may have, one at a time.
      let head = Array("GET / HTTP/1.1\r\nX: ".utf8) + [UInt8](repeating: 0x61, count: 2_000)
      for byte in head {
        guard (try? await handshake.send([byte])) != nil else { break }
        sent += 1
        await onLoop.passTime(.milliseconds(5))
      }
      #expect(sent < head.count)
      #expect(await onLoop.run { $0.network().handshakes.count } == 0)
    }
  }

  @Test("has no timeout once it is complete, and ended handshakes leave nothing behind")
  func complete() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      var options = ListenOptions()
      options.handshakeTimeout = .milliseconds(700)
      let port = try await onLoop.serve(server, options, react: RecordingServer.echo)
      let client = try RawClient(port: port)
      #expect(try await client.upgrade().hasPrefix("HTTP/1.1 101 "))
      _ = try await server.opened()
      for _ in 0..<5 {
        let handshake = try RawClient(port: port)
        try await handshake.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try await handshake.readToEnd()
      }
      await onLoop.passTime(.milliseconds(900))
      #expect(await onLoop.run { $0.network().handshakes.count } == 0)
      try await client.sendFrame(0x1, Array("here".utf8))
      #expect(try await client.readFrame().payload == Array("here".utf8))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Testing

@testable import LibWebSockets

@Suite("Pings of a client", .timeLimit(.minutes(1)))
struct PingTests {
  private static let payloads = (0..<10).map { Array("payload-\($0)".utf8) }
  private static let pings = payloads.flatMap { RawClient.frame(0x9, $0) }

  @Test("are answered one for one, in order, when they arrive all at once")
  func together() async throws {
    try await withLoop { onLoop in
      let client = try await connected(onLoop)
      for _ in 0..<3 {
        try await client.send(Self.pings)
        for payload in Self.payloads {
          let frame = try await client.readFrame()
          #expect(frame.opcode == 0xa && frame.payload == payload)
        }
      }
    }
  }

  @Test("are answered likewise when they arrive byte by byte")
  func dripping() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let client = try await connected(onLoop, server)
      let id = try await server.opened().id
      var consumed = await onLoop.run { $0.network().bytesConsumed(on: id) }
      // One by one: a byte that arrives between inspection and read is not seen.
      for byte in Self.pings {
        try await client.send([byte])
        consumed += 1
        while await onLoop.run({ $0.network().bytesConsumed(on: id) }) < consumed {}
      }
      for payload in Self.payloads {
        let frame = try await client.readFrame()
        #expect(frame.opcode == 0xa && frame.payload == payload)
      }
    }
  }

  @Test("between the fragments of messages are answered, and the messages arrive")
  func betweenFragments() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let client = try await connected(onLoop, server)
      _ = try await server.opened()
      let (begin, end) = (RawClient.frame(0x2, [1], isFinal: false), RawClient.frame(0x0, [2]))
      try await client.send(begin + Self.pings + end + begin + Self.pings + end)
      for _ in 0..<2 { #expect(try await server.message() == [1, 2]) }
      // Of more than 16 that are read at once, the last stands for the others.
      let expected = Array((Self.payloads + Self.payloads).prefix(15)) + [Self.payloads[9]]
      for payload in expected {
        let frame = try await client.readFrame()
        #expect(frame.opcode == 0xa && frame.payload == payload)
      }
    }
  }

  @Test("are answered before the messages after them")
  func beforeMessages() async throws {
    try await withLoop { onLoop in
      let port = try await onLoop.serve(Happenings(), react: RecordingServer.echo)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      for _ in 0..<10 {
        try await client.send(
          RawClient.frame(0x9, [1]) + RawClient.frame(0x9, [2]) + RawClient.frame(0x2, [3]))
        for expected: (UInt8, UInt8) in [(0xa, 1), (0xa, 2), (0x2, 3)] {
          let frame = try await client.readFrame()
          #expect(frame.opcode == expected.0 && frame.payload == [expected.1])
        }
      }
    }
  }

  @Test("in a flood from a peer that does not read use bounded memory")
  func withoutReading() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let client = try await connected(onLoop, server) {
        $0.connection.readRate = .init(burst: 1e9, perSecond: 1e9)
      }
      let id = try await server.opened().id
      // More than the kernel buffers for a peer, so that answers have to wait.
      await onLoop.run { $0.send(Frame(binary: [UInt8](repeating: 1, count: 32 << 20)), to: id) }
      let before = await onLoop.run { $0.queuedBytes(of: id) }
      for _ in 0..<100 { try await client.send(Self.pings) }
      await onLoop.passTime(.milliseconds(50))
      #expect(await onLoop.run { $0.queuedBytes(of: id) } <= before)
      while try await client.readFrame().opcode != 0xa {}
    }
  }

  @Test("are answered on an encrypted connection as well")
  func encrypted() async throws {
    let made = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(3_600))
    try await withLoop { onLoop in
      var serving = ListenOptions()
      serving.identity = .pem(certificate: made.certificatePEM, key: made.privateKeyPEM)
      let (server, client) = (Happenings(), Happenings())
      let port = try await onLoop.serve(server, serving)
      var calling = ConnectOptions(host: "127.0.0.1", port: port)
      calling.tls = .fingerprint(made.fingerprint)
      calling.connection.pingAfter = .seconds(1)
      calling.connection.hangUpAfter = .seconds(4)
      _ = try await onLoop.call(calling, client)
      _ = try await client.opened()
      let id = try await server.opened().id
      // Longer than an unanswered client would stay.
      await onLoop.passTime(.seconds(5))
      await onLoop.run { $0.send(Frame(text: "still here"), to: id) }
      #expect(try await client.text() == "still here")
    }
  }

  /// A hand-made client that is connected.
  private func connected(
    _ onLoop: OnLoop, _ server: Happenings = Happenings(),
    _ change: (inout ListenOptions) -> Void = { _ in }
  ) async throws -> RawClient {
    var options = ListenOptions.patient
    change(&options)
    let client = try RawClient(port: try await onLoop.serve(server, options))
    try #require(try await client.upgrade().hasPrefix("HTTP/1.1 101 "))
    return client
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Testing

@testable import LibWebSockets

@Suite("What a server reads", .timeLimit(.minutes(1)))
struct ReadingTests {
  /// A connected raw client, and the events of its server.
  private func connected(
    _ onLoop: OnLoop, _ change: (inout ListenOptions) -> Void = { _ in }
  ) async throws -> (client: RawClient, server: Happenings, id: ConnectionID) {
    var options = ListenOptions.patient
    change(&options)
    let server = Happenings()
    let port = try await onLoop.serve(server, options)
    let client = try RawClient(port: port)
    try #require(try await client.upgrade().hasPrefix("HTTP/1.1 101 "))
    return (client, server, try await server.opened().id)
  }

  @Test(
    "A frame that is not masked ends the connection with 1002",
    arguments: [
      [0x81, 0x02, 0x68, 0x69],
      RawClient.frame(0x1, [1], isFinal: false) + [0x80, 0x01, 1],
      [0x89, 0x00],
    ] as [[UInt8]])
  func unmasked(bytes: [UInt8]) async throws {
    try await withLoop { onLoop in
      let (client, server, _) = try await connected(onLoop)
      try await client.send(bytes)
      // A ping is still answered first.
      if bytes[0] & 0x0f == 9 { #expect(try await client.readFrame().opcode == 0xa) }
      #expect(try await client.readCloseCode() == 1002)
      try await client.sendFrame(0x8, [0x03, 0xea])
      #expect(try await server.closed().code == .protocolError)
    }
  }

  @Test("A length in more bytes than needed ends the connection with 1002")
  func badLength() async throws {
    try await withLoop { onLoop in
      let (client, server, _) = try await connected(onLoop)
      try await client.send([0x82, 0xfe, 0, 2, 1, 2, 3, 4, 9, 9])
      #expect(try await client.readCloseCode() == 1002)
      try await client.sendFrame(0x8, [0x03, 0xea])
      #expect(try await server.closed().code == .protocolError)
    }
  }

  @Test("A close frame with one byte, which cannot be a code, is answered with 1002")
  func oneByteClose() async throws {
    try await withLoop { onLoop in
      let (client, server, _) = try await connected(onLoop)
      try await client.sendFrame(0x8, [0x03])
      #expect(try await client.readCloseCode() == 1002)
      #expect(try await server.closed().code == .protocolError)
    }
  }

  @Test("An unmasked close frame is answered with 1002, whatever its code")
  func unmaskedClose() async throws {
    for bytes: [UInt8] in [[0x88, 0x00], [0x88, 0x02, 0x03, 0xe8]] {
      try await withLoop { onLoop in
        let (client, server, _) = try await connected(onLoop)
        try await client.send(bytes)
        #expect(try await client.readCloseCode() == 1002)
        #expect(try await client.isHungUp())
        let info = try await server.closed()
        #expect(info.origin == .local && info.code == .protocolError)
      }
    }
  }

  @Test(
    "Long control frames and impossible lengths are closed with 1002, cut anywhere",
    arguments: [
      RawClient.frame(0x9, [UInt8](repeating: 1, count: 126)),
      RawClient.frame(0xa, [UInt8](repeating: 1, count: 200)),
      RawClient.frame(0x8, [3, 0xe8] + [UInt8](repeating: 0x61, count: 124)),
      [0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4],
    ])
  func silentEnds(frame: [UInt8]) async throws {
    for cut in [0, 1] {
      try await withLoop { onLoop in
        let (client, server, id) = try await connected(onLoop)
        await onLoop.run { $0.send(Frame(text: "before"), to: id) }
        #expect(try await client.readFrame().payload == Array("before".utf8))
        try await client.send([Array(frame[..<cut]), Array(frame[cut...])], millisecondsApart: 20)
        #expect(try await client.readCloseCode() == 1002)
        let info = try await server.closed()
        #expect(info.origin == .local && info.code == .protocolError)
      }
    }
  }

  @Test(
    "A message that is declared too big is closed with 1009 before it arrives",
    arguments: [
      [0x82, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 1, 2, 3, 4],
      [0x82, 0xfe, 0x10, 0x01, 1, 2, 3, 4],
      RawClient.frame(0x2, [UInt8](repeating: 1, count: 4_000), isFinal: false)
        + [0x80, 0x80 | 97, 1, 2, 3, 4],
    ] as [[UInt8]])
  func declaredTooBig(bytes: [UInt8]) async throws {
    try await withLoop { onLoop in
      // Without the declaration nothing would end it before the client's timeout.
      let (client, server, _) = try await connected(onLoop) {
        $0.connection.messageTimeout = .seconds(40)
      }
      try await client.send(bytes)
      #expect(try await client.readCloseCode() == 1009)
      await client.hangUp()
      let info = try await server.closed()
      #expect(info.origin == .local && info.code == .messageTooBig)
    }
  }

  @Test(
    "An incomplete frame times out, wherever it stops",
    arguments: [
      [0x82], [0x82, 0x85], [0x82, 0xfe, 0x01], [0x82, 0x85, 1, 2, 3, 4],
      [0x89, 0x84, 1, 2, 3, 4, 5],
      RawClient.frame(0x1, [0x61], isFinal: false) + RawClient.frame(0x9, []),
    ] as [[UInt8]])
  func half(bytes: [UInt8]) async throws {
    try await withLoop { onLoop in
      let (client, server, _) = try await connected(onLoop) {
        $0.connection.messageTimeout = .milliseconds(20)
        $0.connection.closeTimeout = .milliseconds(200)
      }
      try await client.send(bytes)
      #expect(try await server.closed().code == .policyViolation)
    }
  }

  @Test("An incomplete frame after the last fragment of a message times out as well")
  func halfBehindFragments() async throws {
    try await withLoop { onLoop in
      let (client, server, id) = try await connected(onLoop) {
        $0.connection.messageTimeout = .milliseconds(20)
      }
      let fragments = RawClient.frame(0x2, [1], isFinal: false) + RawClient.frame(0x0, [2])
      try await client.send(fragments + [0x82])
      #expect(try await server.next() == .received(id, .binary, [1, 2]))
      #expect(try await server.closed().code == .policyViolation)
    }
  }

  @Test("Complete messages have no timeout, with pings and fragments among them")
  func whole() async throws {
    try await withLoop { onLoop in
      let (client, server, id) = try await connected(onLoop) {
        $0.connection.messageTimeout = .milliseconds(20)
      }
      try await client.sendFrame(0x9, [1])
      #expect(try await client.readFrame().opcode == 0xa)
      try await client.sendFrame(0x2, [1])
      _ = try await server.message()
      // As long again as an incomplete message would have had.
      await onLoop.passTime(.milliseconds(60))
      try await client.sendFrame(0x2, [2])
      #expect(try await server.next() == .received(id, .binary, [2]))
    }
  }

  @Test("A peer that always has another message in progress has no timeout for all of them")
  func streaming() async throws {
    try await withLoop { onLoop in
      let (client, server, _) = try await connected(onLoop) {
        $0.connection.messageTimeout = .seconds(2)
      }
      let message = RawClient.frame(0x2, [1, 2, 3])
      let (head, rest) = (Array(message[..<2]), Array(message[2...]))
      let pieces = [head] + Array(repeating: rest + head, count: 20)
      try await client.send(pieces, millisecondsApart: 120)
      for _ in 0..<20 { #expect(try await server.message() == [1, 2, 3]) }
    }
  }

  @Test("Time in which reading is paused does not count against a peer's timeout")
  func pausedHalf() async throws {
    try await withLoop { onLoop in
      let (client, server, id) = try await connected(onLoop) {
        $0.connection.readRate = .init(burst: 1_000, perSecond: 1_000)
        $0.connection.messageTimeout = .milliseconds(500)
      }
      let fragment = RawClient.frame(0x2, [UInt8](repeating: 1, count: 2_992), isFinal: false)
      let before = await onLoop.run { $0.network().bytesConsumed(on: id) }
      try await client.send(fragment)
      while await onLoop.run({ $0.network().bytesConsumed(on: id) }) < before + 3_000 {}
      // Reading now pauses for two seconds, until the token bucket has refilled.
      let begin = ContinuousClock.now
      try await client.send([0x00])
      #expect(try await server.closed().code == .policyViolation)
      #expect(ContinuousClock.now - begin > .seconds(2), "Not within the timeout alone.")
    }
  }

  @Test("Once frame boundaries are lost, an incomplete frame no longer times out")
  func lostSight() async throws {
    try await withLoop { onLoop in
      let (client, _, id) = try await connected(onLoop)
      try await client.send([0x82])
      while await onLoop.run({ $0.network().connections[id.key]?.deadline == nil }) {}
      await onLoop.run { loop in
        guard let connection = loop.network().connections[id.key] else { return }
        loop.network().loseFrames(of: connection)
        #expect(connection.deadline == nil)
      }
    }
  }

  @Test("A peer that sends only pings is read at its rate, while another is served")
  func pings() async throws {
    try await withLoop { onLoop in
      // So slow that the difference is clear on any machine.
      let (client, server, id) = try await connected(onLoop) {
        $0.connection.readRate = .init(burst: 8_192, perSecond: 1_000)
      }
      let before = await onLoop.run { $0.network().bytesConsumed(on: id) }
      let pings = (0..<4_096).flatMap { _ in RawClient.frame(0x9, []) }
      try await client.send(pings)
      // Long enough for all of it, if it were read as fast as it arrives.
      await onLoop.passTime(.milliseconds(300))
      let (after, isPaused) = await onLoop.run { owner in
        let network = owner.network()
        return (
          network.bytesConsumed(on: id), network.connections[id.key]?.reading?.isPaused
        )
      }
      try #require(isPaused == true, "It is still there, and waits.")
      let read = Int64(after) - Int64(before)
      #expect(read >= 4_096 && read <= 8_192 + 4_096 + 1_000)
      await client.hangUp()
      #expect(try await server.closed().origin == .lost)
    }
  }

  @Test("What waited for a peer's rate arrives, in order")
  func resumes() async throws {
    try await withLoop { onLoop in
      let (client, server, _) = try await connected(onLoop) {
        $0.connection.readRate = .init(burst: 4_096, perSecond: 200_000)
      }
      for index in 0..<200 {
        try await client.sendFrame(0x2, [UInt8](repeating: UInt8(index), count: 400))
      }
      for index in 0..<200 {
        #expect(try await server.message() == [UInt8](repeating: UInt8(index), count: 400))
      }
    }
  }

  @Test("An encrypted peer is metered and inspected too")
  func encrypted() async throws {
    let made = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(3_600))
    try await withLoop { onLoop in
      var serving = ListenOptions.patient
      serving.identity = .pem(certificate: made.certificatePEM, key: made.privateKeyPEM)
      serving.connection.readRate = .init(burst: 4_096, perSecond: 300_000)
      serving.connection.messageTimeout = .milliseconds(500)
      let (server, client) = (Happenings(), Happenings())
      let port = try await onLoop.serve(server, serving)
      var calling = ConnectOptions(host: "127.0.0.1", port: port)
      calling.tls = .fingerprint(made.fingerprint)
      let id = try await onLoop.call(calling, client)
      _ = try await client.opened()
      _ = try await server.opened()
      await onLoop.run { loop in
        for index in 0..<100 {
          loop.send(Frame(binary: [UInt8](repeating: UInt8(index), count: 1_000)), to: id)
        }
      }
      for index in 0..<100 {
        #expect(try await server.message() == [UInt8](repeating: UInt8(index), count: 1_000))
      }
    }
  }
}

extension OnLoop {
  /// Lets time pass on the loop.
  func passTime(_ duration: Duration) async {
    await withCheckedContinuation { continuation in
      loop.schedule(after: duration) { continuation.resume() }
    }
  }
}

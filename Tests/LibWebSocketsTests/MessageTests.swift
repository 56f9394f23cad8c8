// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MessageTests {
  /// A connected hand-made client, and its server's recorder.
  private func connected(
    _ onLoop: OnLoop, _ change: (inout ListenOptions) -> Void = { _ in }
  ) async throws -> (client: RawClient, server: Happenings) {
    var options = ListenOptions.patient
    change(&options)
    let server = Happenings()
    let port = try await onLoop.serve(server, options)
    let client = try RawClient(port: port)
    try #require(try await client.upgrade().hasPrefix("HTTP/1.1 101 "))
    _ = try await server.opened()
    return (client, server)
  }

  @Test("A fragmented message arrives complete, with a ping answered in between")
  func fragments() async throws {
    try await withLoop { onLoop in
      let (client, server) = try await connected(onLoop)
      try await client.sendFrame(0x1, Array("Con".utf8), isFinal: false)
      try await client.sendFrame(0x9, Array("ping".utf8))
      try await client.sendFrame(0x0, Array("centra".utf8), isFinal: false)
      try await client.sendFrame(0x0, Array("tion".utf8))
      try await client.sendFrame(0x2, [1, 2, 3])
      #expect(try await server.text() == "Concentration")
      #expect(try await server.message() == [1, 2, 3])
      let pong = try await client.readFrame()
      #expect(pong.opcode == 0xa && pong.payload == Array("ping".utf8))
    }
  }

  @Test("A message arrives complete, wherever the network cuts it")
  func pieces() async throws {
    try await withLoop { onLoop in
      let (client, server) = try await connected(onLoop)
      let message = (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      var bytes = RawClient.frame(0x2, message)
      // Byte by byte through the header, then in pieces that match no buffer's size.
      while !bytes.isEmpty {
        let count = bytes.count > 4_096 ? 1 : min(777, bytes.count)
        try await client.send(Array(bytes.prefix(count)))
        bytes.removeFirst(count)
      }
      #expect(try await server.message() == message)
    }
  }

  @Test("Many messages in one packet arrive one by one")
  func manyInOne() async throws {
    try await withLoop { onLoop in
      let (client, server) = try await connected(onLoop)
      try await client.send((0..<300).flatMap { RawClient.frame(0x1, Array("message \($0)".utf8)) })
      for index in 0..<300 { #expect(try await server.text() == "message \(index)") }
    }
  }

  @Test(
    "A message over the limit ends the connection with 1009",
    arguments: [
      [RawClient.frame(0x2, [UInt8](repeating: 7, count: 4_097))],
      [
        RawClient.frame(0x2, [UInt8](repeating: 7, count: 4_096), isFinal: false),
        RawClient.frame(0x0, [7]),
      ],
      [RawClient.frame(0x1, [], isFinal: false)]
        + (0..<64).map { _ in RawClient.frame(0x0, [0x61], isFinal: false) },
      // Declares 2 to the power of 62 bytes; the first 5,000 are enough.
      [[0x82, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4] + [UInt8](repeating: 9, count: 5_000)],
    ])
  func tooBig(frames: [[UInt8]]) async throws {
    try await withLoop { onLoop in
      let (client, server) = try await connected(onLoop)
      try await client.send(frames.flatMap { $0 })
      #expect(try await client.readCloseCode() == 1009)
      // The last one cannot answer: it only sends part of its message.
      await client.hangUp()
      let info = try await server.closed()
      #expect(info.origin == .local && info.code == .messageTooBig)
    }
  }

  @Test("The maximum bytes and fragments are accepted")
  func justSmallEnough() async throws {
    try await withLoop { onLoop in
      let (client, server) = try await connected(onLoop)
      let part = [UInt8](repeating: 0x61, count: 64)
      try await client.sendFrame(0x1, part, isFinal: false)
      for _ in 1..<63 { try await client.sendFrame(0x0, part, isFinal: false) }
      try await client.sendFrame(0x0, part)
      #expect(try await server.message() == [UInt8](repeating: 0x61, count: 4_096))
    }
  }

  @Test(
    "Text that is not UTF-8 ends the connection with 1007",
    arguments: [
      [RawClient.frame(0x1, [0x61, 0xff])],
      [RawClient.frame(0x1, [0xc3])],
      [RawClient.frame(0x1, [0xe2, 0x82], isFinal: false), RawClient.frame(0x0, [0x61])],
      [RawClient.frame(0x1, [0xe2, 0x82], isFinal: false), RawClient.frame(0x0, [])],
    ])
  func badText(frames: [[UInt8]]) async throws {
    try await withLoop { onLoop in
      let (client, server) = try await connected(onLoop)
      try await client.send(frames.flatMap { $0 })
      #expect(try await client.readCloseCode() == 1007)
      try await client.sendFrame(0x8, [0x03, 0xef])
      let info = try await server.closed()
      #expect(info.origin == .local && info.code == .invalidPayload)
    }
  }

  @Test("A character may span fragments")
  func cutCharacter() async throws {
    try await withLoop { onLoop in
      let (client, server) = try await connected(onLoop)
      try await client.sendFrame(0x1, [0xe2, 0x82], isFinal: false)
      try await client.sendFrame(0x0, [0xac])
      #expect(try await server.text() == "€")
    }
  }

  @Test("A message that never ends times out")
  func slowMessage() async throws {
    try await withLoop { onLoop in
      let (client, server) = try await connected(onLoop) {
        $0.connection.messageTimeout = .milliseconds(20)
      }
      try await client.send(Array(RawClient.frame(0x2, [1, 2, 3, 4]).dropLast(2)))
      #expect(try await client.readCloseCode() == 1008)
      try await client.sendFrame(0x8, [0x03, 0xf0])
      #expect(try await server.closed().code == .policyViolation)
    }
  }

  @Test("A frame that violates the protocol ends the connection with 1002")
  func protocolError() async throws {
    try await withLoop { onLoop in
      let (client, server) = try await connected(onLoop)
      try await client.sendFrame(0x3, [])
      #expect(try await client.readCloseCode() == 1002)
      try await client.sendFrame(0x8, [0x03, 0xea])
      let info = try await server.closed()
      #expect(info.origin == .local && info.code == .protocolError)
    }
  }

  @Test("The kernel's count of received bytes includes handshake and empty frames")
  func bytesReceived() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      let id = try await server.opened().id
      let before = await onLoop.run { $0.bytesReceived(on: id) }
      #expect(before > 100)
      try await client.sendFrame(0x2, [1, 2, 3, 4])
      _ = try await server.message()
      #expect(await onLoop.run { $0.bytesReceived(on: id) } == before + 10)
    }
  }
}

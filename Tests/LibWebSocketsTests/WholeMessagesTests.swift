// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

/// What a server reads itself, and how it and libwebsockets take turns at one connection.
@Suite("Messages of one whole frame", .timeLimit(.minutes(1)))
struct WholeMessagesTests {
  /// A connected raw client, one of whose messages libwebsockets and one the server has read.
  private func connected(
    _ onLoop: OnLoop, _ change: (inout ListenOptions) -> Void = { _ in },
    react: @escaping RecordingServer.Reaction = { _, _ in }
  ) async throws -> (client: RawClient, server: Happenings, id: ConnectionID) {
    var options = ListenOptions.patient
    change(&options)
    let server = Happenings()
    let port = try await onLoop.serve(server, options, react: react)
    let client = try RawClient(port: port)
    try #require(try await client.upgrade().hasPrefix("HTTP/1.1 101 "))
    let id = try await server.opened().id
    for isLibraryReading in [true, false] {
      try await client.sendFrame(0x2, [0])
      _ = try await server.message()
      #expect(await self.isLibraryReading(onLoop, id) == isLibraryReading)
    }
    return (client, server, id)
  }

  private func isLibraryReading(_ onLoop: OnLoop, _ id: ConnectionID) async -> Bool? {
    await onLoop.run { $0.network().connections[id.key]?.reading?.isLibraryReading }
  }

  @Test("are delivered by the server, and pongs are dropped, without libwebsockets")
  func direct() async throws {
    try await withLoop { onLoop in
      let (client, server, id) = try await connected(onLoop)
      let large = [UInt8](repeating: 7, count: 1_000)
      try await client.send(
        RawClient.frame(0x1, Array("ž".utf8)) + RawClient.frame(0xa, [])
          + RawClient.frame(0x2, large) + RawClient.frame(0xa, [1]))
      #expect(try await server.next() == .received(id, .text, Array("ž".utf8)))
      #expect(try await server.next() == .received(id, .binary, large))
      #expect(await isLibraryReading(onLoop, id) == false)
      try await client.sendFrame(0x2, [1])
      #expect(try await server.message() == [1])
    }
  }

  @Test("and everything else arrive in order, cut anywhere", arguments: [1, 2, 3, 7, 64, 10_000])
  func mixed(pieceLength: Int) async throws {
    try await withLoop { onLoop in
      let (client, server, _) = try await connected(
        onLoop,
        react: { loop, happening in
          guard case .received(let id, _, let bytes) = happening, bytes != [0] else { return }
          loop.send(Frame(binary: bytes), to: id)
        })
      let stream =
        RawClient.frame(0x2, [1]) + RawClient.frame(0x2, [2], isFinal: false)
        + RawClient.frame(0x9, [3]) + RawClient.frame(0x0, [4]) + RawClient.frame(0x2, [])
        + RawClient.frame(0x2, [5]) + RawClient.frame(0xa, [6]) + RawClient.frame(0x9, [7])
        + RawClient.frame(0x2, [8, 8]) + RawClient.frame(0x2, [9])
      for begin in stride(from: 0, to: stream.count, by: pieceLength) {
        try await client.send(Array(stream[begin..<min(begin + pieceLength, stream.count)]))
        // In a tick of its own, more often than not.
        await onLoop.passTime(.milliseconds(1))
      }
      for expected: [UInt8] in [[1], [2, 4], [], [5], [8, 8], [9]] {
        #expect(try await server.message() == expected)
      }
      var pongs: [[UInt8]] = []
      var messages: [[UInt8]] = []
      for _ in 0..<8 {
        let frame = try await client.readFrame()
        if frame.opcode == 0xa {
          pongs.append(frame.payload)
        } else {
          messages.append(frame.payload)
        }
      }
      #expect(pongs == [[3], [7]] && messages == [[1], [2, 4], [], [5], [8, 8], [9]])
    }
  }

  @Test("before a violation are delivered, and it ends the connection with its code")
  func violations() async throws {
    for (bytes, code): ([UInt8], CloseCode) in [
      ([0x82, 0x01, 1], .protocolError), (RawClient.frame(0x1, [0xff]), .invalidPayload),
      ([0x82, 0xfe, 0, 2, 1, 2, 3, 4, 9, 9], .protocolError), ([0x82, 0x85], .policyViolation),
      ([0x82, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 1, 2, 3, 4], .messageTooBig),
      (RawClient.frame(0x3, [1]), .protocolError),
    ] {
      try await withLoop { onLoop in
        let (client, server, _) = try await connected(onLoop) {
          $0.connection.messageTimeout = .milliseconds(100)
        }
        try await client.send(RawClient.frame(0x2, [1]) + bytes)
        #expect(try await server.message() == [1])
        #expect(try await client.readCloseCode() == code.rawValue)
        await client.hangUp()
        #expect(try await server.closed().code == code)
      }
    }
  }

  @Test("do not prevent either end from closing properly", arguments: [false, true])
  func closing(isServer: Bool) async throws {
    try await withLoop { onLoop in
      let (client, server, id) = try await connected(onLoop) {
        $0.connection.closeTimeout = .seconds(60)
      }
      if isServer { await onLoop.run { $0.close(id, code: .goingAway) } }
      try await client.sendFrame(0x2, [1])
      try await client.sendFrame(0x8, [0x03, 0xe9])
      #expect(try await client.readCloseCode() == 1001)
      #expect(try await client.isHungUp())
      let expected = CloseInfo(origin: isServer ? .local : .peer, code: .goingAway, reason: "")
      if !isServer { #expect(try await server.message() == [1]) }
      #expect(try await server.closed() == expected)
    }
  }

  @Test("leave a close to the end that was first, whenever the peer's arrives")
  func crossing() async throws {
    for _ in 0..<100 {
      try await withLoop { onLoop in
        let (client, server, id) = try await connected(onLoop)
        await onLoop.run { $0.close(id, code: .goingAway) }
        try await client.sendFrame(0x8, [0x03, 0xe9])
        #expect(try await client.readCloseCode() == 1001)
        let info = try await server.closed()
        #expect(info == CloseInfo(origin: .local, code: .goingAway, reason: ""), "\(info)")
      }
    }
  }

  @Test("are not delivered any more once the handler has closed the connection")
  func closedByHandler() async throws {
    try await withLoop { onLoop in
      let (client, server, _) = try await connected(
        onLoop,
        react: { loop, happening in
          if case .received(let id, _, [1]) = happening { loop.close(id, code: .goingAway) }
        })
      try await client.send((1...3).flatMap { RawClient.frame(0x2, [$0]) })
      #expect(try await server.message() == [1])
      #expect(try await client.readCloseCode() == 1001)
      try await client.sendFrame(0x8, [0x03, 0xe9])
      #expect(try await server.closed().code == .goingAway)
    }
  }

  @Test("are read at the peer's rate", arguments: [false, true])
  func rate(endsInPing: Bool) async throws {
    try await withLoop { onLoop in
      let (client, server, _) = try await connected(onLoop) {
        $0.connection.readRate = .init(burst: 4_096, perSecond: 100_000)
      }
      let begin = ContinuousClock.now
      for index in 0..<100 {
        try await client.sendFrame(0x2, [UInt8](repeating: UInt8(index), count: 400))
        if endsInPing { try await client.sendFrame(0x9, []) }
      }
      for index in 0..<100 {
        #expect(try await server.message() == [UInt8](repeating: UInt8(index), count: 400))
      }
      #expect(ContinuousClock.now - begin > .milliseconds(250))
    }
  }

  @Test("end with the peer's socket")
  func hangUp() async throws {
    try await withLoop { onLoop in
      let (client, server, _) = try await connected(onLoop)
      try await client.sendFrame(0x2, [1])
      await client.hangUp()
      #expect(try await server.message() == [1])
      #expect(try await server.closed().origin == .lost)
    }
  }
}

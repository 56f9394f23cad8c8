// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CloseTests {
  /// Two ends of one connection.
  private func pair(
    _ onLoop: OnLoop, _ serving: ListenOptions = .patient,
    react: @escaping @Sendable (EventLoop, Happening) -> Void = { _, _ in }
  ) async throws -> (
    server: Happenings, serverID: ConnectionID, client: Happenings, clientID: ConnectionID
  ) {
    let server = Happenings()
    let client = Happenings()
    let port = try await onLoop.serve(server, serving, react: react)
    try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: port), client)
    let clientID = try await client.opened().id
    return (server, try await server.opened().id, client, clientID)
  }

  @Test(
    "A server's close gives the client code and reason, after earlier messages",
    arguments: ListenOptions.SendPath.allCases)
  func serverCloses(sendPath: ListenOptions.SendPath) async throws {
    try await withLoop { onLoop in
      var serving = ListenOptions.patient
      serving.sendPath = sendPath
      let (server, id, client, _) = try await pair(onLoop, serving)
      await onLoop.run { loop in
        loop.send(Frame(text: "last words"), to: id)
        loop.close(id, code: .policyViolation, reason: "table is full")
        loop.send(Frame(text: "never"), to: id)
        loop.close(id, code: .normal, reason: "twice")
      }
      let reason = "table is full"
      #expect(try await client.text() == "last words")
      #expect(
        try await client.closed()
          == CloseInfo(origin: .peer, code: .policyViolation, reason: reason))
      #expect(
        try await server.closed()
          == CloseInfo(origin: .local, code: .policyViolation, reason: reason))
    }
  }

  @Test(
    "A client's close gives the server code and reason; a long reason is cut between characters")
  func clientCloses() async throws {
    try await withLoop { onLoop in
      let (server, _, client, id) = try await pair(onLoop)
      let long = String(repeating: "é", count: 100)
      let cut = String(repeating: "é", count: 61)
      await onLoop.run { $0.close(id, code: CloseCode(rawValue: 4_001), reason: long) }
      let code = CloseCode(rawValue: 4_001)
      #expect(try await server.closed() == CloseInfo(origin: .peer, code: code, reason: cut))
      #expect(try await client.closed() == CloseInfo(origin: .local, code: code, reason: cut))
    }
  }

  @Test("The id of a gone connection is ignored, also once its slot is reused")
  func staleID() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server)
      let first = try RawClient(port: port)
      _ = try await first.upgrade()
      let stale = try await server.opened().id
      await first.hangUp()
      _ = try await server.closed()
      let second = try RawClient(port: port)
      _ = try await second.upgrade()
      let fresh = try await server.opened().id
      #expect(stale != fresh)
      await onLoop.run { loop in
        loop.send(Frame(text: "to the dead"), to: stale)
        loop.close(stale)
        loop.send(Frame(text: "to the living"), to: fresh)
        #expect(loop.queuedBytes(of: stale) == 0)
        #expect(loop.bytesReceived(on: stale) == 0)
      }
      #expect(try await second.readFrame().payload == Array("to the living".utf8))
      // Nothing else arrives: the answer to a ping is next.
      try await second.sendFrame(0x9, [])
      #expect(try await second.readFrame().opcode == 0xa)
    }
  }

  @Test(
    "A handler may close its connection as soon as it opens",
    arguments: ListenOptions.SendPath.allCases)
  func closeInOpened(sendPath: ListenOptions.SendPath) async throws {
    try await withLoop { onLoop in
      var serving = ListenOptions.patient
      serving.sendPath = sendPath
      let (_, _, client, _) = try await pair(onLoop, serving) { loop, happening in
        guard case .opened(let id, _) = happening else { return }
        loop.send(Frame(text: "hello and"), to: id)
        loop.close(id, reason: "goodbye")
      }
      #expect(try await client.text() == "hello and")
      #expect(try await client.closed().reason == "goodbye")
    }
  }

  @Test("A handler may close another connection than the one it is called for")
  func closeAnother() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let first = Happenings()
      let second = Happenings()
      let port = try await onLoop.run { loop in
        // The first connection ends when the second one sends something.
        nonisolated(unsafe) var victim: ConnectionID?
        let handler = RecordingServer(
          loop, server,
          react: { loop, happening in
            if case .opened(let id, _) = happening, victim == nil { victim = id }
            if case .received = happening, let victim { loop.close(victim, reason: "by another") }
          })
        return try loop.listen(ListenOptions(), handler: handler).port
      }
      try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: port), first)
      _ = try await first.opened()
      _ = try await server.opened()
      try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: port), second)
      let id = try await second.opened().id
      await onLoop.run { $0.send(Frame(binary: [0]), to: id) }
      #expect(try await first.closed().reason == "by another")
    }
  }

  @Test("Messages after our close are dropped")
  func receivedAfterClose() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(
        server,
        react: { loop, happening in
          guard case .received(let id, _, _) = happening else { return }
          loop.close(id, reason: "enough")
        })
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      let id = try await server.opened().id
      try await client.send((1...9).flatMap { RawClient.frame(0x2, [$0]) })
      #expect(try await client.readCloseCode() == 1000)
      try await client.sendFrame(0x8, [0x03, 0xe8])
      #expect(try await server.next() == .received(id, .binary, [1]))
      #expect(try await server.closed().reason == "enough")
    }
  }

  @Test("A vanished peer is reported as lost")
  func lost() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      _ = try await server.opened()
      await client.hangUp()
      #expect(try await server.closed() == CloseInfo(origin: .lost, code: nil, reason: ""))
    }
  }

  @Test("A close frame without a code has none")
  func closeWithoutCode() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      _ = try await server.opened()
      try await client.sendFrame(0x8, [])
      #expect(try await server.closed() == CloseInfo(origin: .peer, code: nil, reason: ""))
      #expect(try await client.readFrame().opcode == 8)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct FloodTests {
  @Test(
    "Thousands of messages reach one reader complete and in order",
    arguments: ListenOptions.SendPath.allCases)
  func flood(sendPath: ListenOptions.SendPath) async throws {
    try await withLoop { onLoop in
      var options = ListenOptions.patient
      options.sendPath = sendPath
      let port = try await onLoop.serve(
        Happenings(), options,
        react: { loop, happening in
          guard case .opened(let id, _) = happening else { return }
          for index in 0..<4_000 {
            loop.send(Frame(binary: message(index, size(index))), to: id)
          }
        })
      // Everything is sent before the first byte is read, so the socket fills up.
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      for index in 0..<4_000 {
        let frame = try await client.readFrame()
        try #require(frame.opcode == 2 && frame.payload == message(index, size(index)), "\(index)")
      }
      // Nothing is left: the answer to a ping comes next.
      try await client.sendFrame(0x9, [])
      #expect(try await client.readFrame().opcode == 0xa)
    }
  }

  @Test("A client's messages also arrive complete and in order")
  func clientFlood() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let client = Happenings()
      var serving = ListenOptions.patient
      serving.connection.readRate = .init(burst: 1e9, perSecond: 1e9)
      let port = try await onLoop.serve(server, serving)
      try await onLoop.call(
        ConnectOptions(host: "127.0.0.1", port: port), client,
        react: { loop, happening in
          guard case .opened(let id, _) = happening else { return }
          for index in 0..<2_000 { loop.send(Frame(binary: message(index, index * 2)), to: id) }
          loop.close(id, code: .goingAway)
        })
      _ = try await server.opened()
      for index in 0..<2_000 {
        let received = try await server.message()
        try #require(received == message(index, index * 2), "\(index)")
      }
      #expect(try await server.closed() == CloseInfo(origin: .peer, code: .goingAway, reason: ""))
    }
  }

  @Test("One frame reaches fifty connections", arguments: ListenOptions.SendPath.allCases)
  func fanOut(sendPath: ListenOptions.SendPath) async throws {
    try await withLoop { onLoop in
      var options = ListenOptions.patient
      options.sendPath = sendPath
      let server = Happenings()
      let port = try await onLoop.serve(server, options)
      var clients: [Happenings] = []
      var ids: [ConnectionID] = []
      for _ in 0..<50 {
        let client = Happenings()
        var options = ConnectOptions(host: "127.0.0.1", port: port)
        options.connection.maximumMessageBytes = 100_000
        try await onLoop.call(options, client)
        _ = try await client.opened()
        ids.append(try await server.opened().id)
        clients.append(client)
      }
      #expect(Set(ids).count == 50)
      let large = message(7, 70_000)
      await onLoop.run { [ids] loop in
        for frame in [Frame(text: "flipped"), Frame(binary: large), Frame(text: "end")] {
          for id in ids { loop.send(frame, to: id) }
        }
      }
      for client in clients {
        #expect(try await client.text() == "flipped")
        #expect(try await client.message() == large)
        #expect(try await client.text() == "end")
      }
    }
  }

  @Test("Unread bytes are counted, and freed with the connection")
  func queuedBytes() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      let id = try await server.opened().id
      let total = 64 << 20
      let frame = Frame(binary: [UInt8](repeating: 1, count: 1 << 20))
      await onLoop.run { loop in
        #expect(loop.queuedBytes(of: id) == 0)
        for _ in 0..<64 { loop.send(frame, to: id) }
        #expect(loop.queuedBytes(of: id) == 64 * frame.byteCount)
      }
      // The kernel takes some megabytes in the following ticks, but never all.
      let (queued, backlog) = await onLoop.run { ($0.queuedBytes(of: id), $0.backlog) }
      #expect(backlog.most == queued && backlog.bytes == queued)
      #expect(queued > total / 4)
      await client.hangUp()
      #expect(try await server.closed().origin == .lost)
      #expect(await onLoop.run { $0.queuedBytes(of: id) } == 0)
      #expect(await onLoop.run { $0.backlog } == Backlog())
    }
  }
}

/// Sizes around the thresholds of the length field, and some above the largest write.
private func size(_ index: Int) -> Int { index % 1_000 == 0 ? 100_000 : index % 400 }

/// A message that identifies itself.
private func message(_ index: Int, _ size: Int) -> [UInt8] {
  Array("\(index):".utf8) + [UInt8](repeating: UInt8(index % 251), count: size)
}

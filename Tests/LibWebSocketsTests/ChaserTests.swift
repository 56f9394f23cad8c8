// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ChaserTests {
  @Test("A server's chaser is one empty pong after a message, however often it is requested")
  func server() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      let id = try await server.opened().id
      await onLoop.run { loop in
        loop.send(Frame(text: "flipped"), to: id)
        for _ in 0..<5 { loop.chase(id) }
      }
      let message = try await client.readFrame()
      #expect(message.opcode == 0x1 && message.payload == Array("flipped".utf8))
      let chaser = try await client.readFrame()
      #expect(chaser.opcode == 0xa && chaser.payload.isEmpty)
      await onLoop.run { $0.send(Frame(text: "settled"), to: id) }
      #expect(try await client.readFrame().payload == Array("settled".utf8))
    }
  }

  @Test("Chasers of both ends reach no handler and delay nothing")
  func bothEnds() async throws {
    try await withLoop { onLoop in
      let (server, client) = (Happenings(), Happenings())
      let port = try await onLoop.serve(server)
      try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: port), client)
      let called = try await client.opened().id
      let serving = try await server.opened().id
      for round in 0..<3 {
        await onLoop.run { loop in
          loop.send(Frame(text: "choose \(round)"), to: called)
          loop.chase(called)
          loop.send(Frame(text: "flipped \(round)"), to: serving)
          loop.chase(serving)
        }
        #expect(try await server.text() == "choose \(round)")
        #expect(try await client.text() == "flipped \(round)")
        await onLoop.passed(.milliseconds(30))
      }
      await onLoop.run { $0.close(called) }
      #expect(try await server.closed().code == .normal)
    }
  }

  @Test("A client's chaser is on the wire: the kernel counts its six bytes")
  func clientOnWire() async throws {
    try await withLoop { onLoop in
      let (server, client) = (Happenings(), Happenings())
      let port = try await onLoop.serve(server)
      try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: port), client)
      let called = try await client.opened().id
      let serving = try await server.opened().id
      let before = await onLoop.run { $0.bytesReceived(on: serving) }
      await onLoop.run { $0.chase(called) }
      await onLoop.passed(.milliseconds(60))
      #expect(await onLoop.run { $0.bytesReceived(on: serving) } == before + 6)
    }
  }

  @Test("Chasing a connection that is gone is harmless")
  func gone() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      let id = try await server.opened().id
      await onLoop.run { $0.chase(id) }
      await client.hangUp()
      _ = try await server.closed()
      await onLoop.passed(.milliseconds(30))
      await onLoop.run { loop in
        loop.chase(id)
        #expect(loop.roundTrip(of: id) == nil)
      }
    }
  }
}

extension OnLoop {
  /// Waits until this much time has passed on the loop.
  fileprivate func passed(_ duration: Duration) async {
    await withCheckedContinuation { continuation in
      loop.schedule(after: duration) { continuation.resume() }
    }
  }
}

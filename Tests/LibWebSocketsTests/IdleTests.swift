// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct IdleTests {
  private var serving: ListenOptions {
    var options = ListenOptions()
    options.connection.pingAfter = .seconds(1)
    options.connection.hangUpAfter = .seconds(2)
    return options
  }

  @Test("A silent peer is pinged, and dropped if it does not answer")
  func silence() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server, serving)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      _ = try await server.opened()
      #expect(try await client.readFrame().opcode == 0x9)
      #expect(try await client.isHungUp())
      #expect(try await server.closed().origin == .lost)
    }
  }

  @Test("A peer that answers pings is kept")
  func answers() async throws {
    // Longer than a busy machine delays an answer; this many answers last longer than that.
    var patient = serving
    patient.connection.hangUpAfter = .seconds(6)
    let (serving, answers) = (patient, 7)
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server, serving)
      let client = try RawClient(port: port)
      try await client.answer(pings: answers)
      let id = try await server.opened().id
      #expect(try await server.next() == .received(id, .binary, [1]))
    }
  }

  @Test("A peer that does not read cannot delay a close forever")
  func unread() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      var serving = ListenOptions()
      serving.connection.closeTimeout = .milliseconds(50)
      let port = try await onLoop.serve(server, serving)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      let id = try await server.opened().id
      await onLoop.run { loop in
        for _ in 0..<64 {
          loop.send(Frame(binary: [UInt8](repeating: 1, count: 1 << 20)), to: id)
        }
        loop.close(id, code: .policyViolation, reason: "too slow")
      }
      #expect(
        try await server.closed()
          == CloseInfo(origin: .local, code: .policyViolation, reason: "too slow"))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite(.timeLimit(.minutes(1)))
struct SocketTuningTests {
  /// The value of each required option on a connection's socket.
  private func values(of id: ConnectionID, _ onLoop: OnLoop) async -> [Int32?] {
    await onLoop.run { loop in
      guard let socket = loop.network().descriptor(of: id) else { return [] }
      return SocketTuning.allCases.map { $0.read(from: socket) }
    }
  }

  @Test("Sockets of both ends are set so that small messages do not wait")
  func bothEnds() async throws {
    try await withLoop { onLoop in
      let (server, client) = (Happenings(), Happenings())
      let port = try await onLoop.serve(server)
      try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: port), client)
      for id in [try await client.opened().id, try await server.opened().id] {
        let values = await values(of: id, onLoop)
        #expect(values.count == SocketTuning.allCases.count)
        for (tuning, value) in zip(SocketTuning.allCases, values) {
          switch tuning {
          // Unknown to kernels before 6.11.
          case .retransmission: #expect(value == nil || value == 20_000)
          default: #expect(value == tuning.value, "\(tuning)")
          }
        }
      }
    }
  }

  @Test("The kernel reports the round trip of a connection that has been used")
  func roundTrip() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      let id = try await server.opened().id
      await onLoop.run { $0.send(Frame(text: "hello"), to: id) }
      _ = try await client.readFrame()
      try await client.sendFrame(0x1, Array("hello".utf8))
      _ = try await server.text()
      let measured = await onLoop.run { $0.roundTrip(of: id) }
      let roundTrip = try #require(measured)
      #expect(roundTrip.minimum > .zero && roundTrip.minimum < .seconds(1))
      #expect(roundTrip.smoothed >= roundTrip.minimum)
      #expect(roundTrip.retransmissions == 0)
    }
  }
}

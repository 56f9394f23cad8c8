// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StopTests {
  @Test("Stopping ends open connections, attempts and listeners, and tells their handlers")
  func withConnections() async throws {
    let loop = try EventLoop.start()
    let onLoop = OnLoop(loop)
    let server = Happenings()
    let client = Happenings()
    let attempt = Happenings()
    let silent = try RawServer()
    let port = try await onLoop.serve(server)
    try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: port), client)
    let clientID = try await client.opened().id
    let serverID = try await server.opened().id
    try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: silent.port), attempt)
    try await silent.serveOne("HTTP/1.1 101 Switching", hangsUp: false)
    let visitor = try RawClient(port: port)
    await onLoop.run { loop in
      _ = loop.schedule(after: .seconds(3_600)) { Issue.record("A timer fired after the end.") }
    }
    loop.stop()
    let lost = CloseInfo(origin: .lost, code: nil, reason: "")
    #expect(try await client.next() == .closed(clientID, lost))
    #expect(try await server.next() == .closed(serverID, lost))
    #expect(try await attempt.failed() == .loopEnded)
    #expect(try await visitor.isHungUp())
    loop.stop()
    try await withLoop { another in
      let late = Happenings()
      try await another.call(ConnectOptions(host: "127.0.0.1", port: port), late)
      #expect(try await late.failed() == .refused(host: "127.0.0.1", port: port))
    }
  }

  @Test("A loop may stop itself, from a callback")
  func fromWithin() async throws {
    let loop = try EventLoop.start()
    let (stream, ended) = AsyncStream.makeStream(of: Void.self)
    loop.post {
      loop.schedule(after: .zero) {
        loop.stop()
        ended.finish()
      }
    }
    for await _ in stream {}
    // Waits for the end, which the stop above did not.
    loop.stop()
    #expect(!loop.isCurrent)
  }

  @Test("Several threads may stop a loop at the same time")
  func together() async throws {
    let loop = try EventLoop.start()
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { loop.stop() } }
    }
  }

  @Test("An actor outlives its loop: later calls run, isolated, and only without network")
  func afterwards() async throws {
    let loop = try EventLoop.start()
    let onLoop = OnLoop(loop)
    loop.stop()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<100 { #expect(await onLoop.run { $0.isCurrent }) }
        }
      }
    }
    await #expect(throws: ListenError.loopEnded) {
      try await onLoop.serve(Happenings())
    }
    await #expect(throws: ConnectError.loopEnded) {
      try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: 1), Happenings())
    }
    let isPending = await onLoop.run { loop in loop.schedule(after: .zero) {}.isPending }
    #expect(!isPending)
  }

  @Test("Calls posted in the last callbacks still run")
  func lastWords() async throws {
    let loop = try EventLoop.start()
    let onLoop = OnLoop(loop)
    let (stream, called) = AsyncStream.makeStream(of: Void.self)
    let server = Happenings()
    let port = try await onLoop.serve(
      server,
      react: { loop, happening in
        if case .closed = happening { loop.post { called.finish() } }
      })
    let client = try RawClient(port: port)
    _ = try await client.upgrade()
    _ = try await server.opened()
    loop.stop()
    for await _ in stream {}
  }

  @Test("Loops can be started and stopped repeatedly")
  func repeatedly() async throws {
    for _ in 0..<20 {
      try await withLoop { onLoop in
        let client = Happenings()
        let port = try await onLoop.serve(Happenings())
        try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: port), client)
        _ = try await client.opened()
      }
    }
  }
}

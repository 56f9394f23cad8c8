// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

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

  @Test("A peer that sends anything is not pinged")
  func talk() async throws {
    var patient = serving
    patient.connection.pingAfter = .seconds(3)
    patient.connection.hangUpAfter = .seconds(6)
    let serving = patient
    try await withLoop { onLoop in
      let port = try await onLoop.serve(Happenings(), serving)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      let pieces = (0..<12).map { RawClient.frame(0x2, [UInt8($0)]) }
      // Traps a ping: the server must be silent before each.
      try await client.send(pieces, millisecondsApart: 400)
      #expect(try await client.readFrame().opcode == 0x9)
    }
  }

  @Test("A peer that does not read finds the ping before what else waits for it")
  func slowReader() async throws {
    var patient = serving
    patient.connection.hangUpAfter = .seconds(30)
    let serving = patient
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server, serving)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      let id = try await server.opened().id
      let count = 1_024
      await onLoop.run { loop in
        let frame = Frame(binary: [UInt8](repeating: 1, count: 1 << 15))
        for _ in 0..<count { loop.send(frame, to: id) }
      }
      await onLoop.passTime(.milliseconds(2_500))
      var messages = 0
      while try await client.readFrame().opcode != 0x9 { messages += 1 }
      #expect(messages < count)
      while messages < count { if try await client.readFrame().opcode == 0x2 { messages += 1 } }
    }
  }

  @Test("A client pings a silent server, and gives it up if it does not answer")
  func silentServer() async throws {
    try await withLoop { onLoop in
      let port = try await onLoop.serve(Happenings())
      let between = try RawServer()
      let client = Happenings()
      var calling = ConnectOptions(host: "127.0.0.1", port: between.port)
      calling.connection = serving.connection
      try await onLoop.call(calling, client)
      try await between.forwardOne(to: port)
      _ = try await client.opened()
      #expect(try await client.closed().origin == .lost)
      // Masked, and empty.
      let ping = try await between.readRest()
      #expect(ping.count == 6 && ping.starts(with: [0x89, 0x80]))
    }
  }

  @Test("A client keeps a server that sends messages, and does not ping it")
  func talkingServer() async throws {
    try await withLoop { onLoop in
      let (server, client) = (Happenings(), Happenings())
      let port = try await onLoop.serve(server)
      var calling = ConnectOptions(host: "127.0.0.1", port: port)
      calling.connection.pingAfter = .seconds(3)
      calling.connection.hangUpAfter = .seconds(6)
      try await onLoop.call(calling, client)
      _ = try await client.opened()
      let id = try await server.opened().id
      let before = await onLoop.run { $0.bytesReceived(on: id) }
      for _ in 0..<12 {
        await onLoop.run { $0.send(Frame(text: "entry"), to: id) }
        await onLoop.passTime(.milliseconds(400))
      }
      #expect(await onLoop.run { $0.bytesReceived(on: id) } == before)
    }
  }

  @Test("Nothing ticks without connections, and with one again something does")
  func alone() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server, serving)
      #expect(await onLoop.run { $0.network().isTicking } == false)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      _ = try await server.opened()
      #expect(await onLoop.run { $0.network().isTicking })
      await client.hangUp()
      _ = try await server.closed()
      await onLoop.run { loop in
        let network = loop.network()
        var ticks = 0
        while network.isTicking && ticks < LoopCore.libraryTimeout {
          network.tick()
          ticks += 1
        }
        // Some may have passed by themselves.
        #expect(ticks > LoopCore.libraryTimeout / 2 && !network.isTicking)
      }
      let next = try RawClient(port: port)
      _ = try await next.upgrade()
      #expect(try await next.readFrame().opcode == 0x9)
    }
  }

  @Test("A loop at rest ticks less often, and each second while a connection opens or closes")
  func rest() async throws {
    try await withLoop(restingTick: 3) { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server, .patient)
      let client = try RawClient(port: port)
      _ = try await client.upgrade()
      let id = try await server.opened().id
      func tick() async -> Int {
        await onLoop.run { loop in
          loop.network().tick()
          return loop.network().tickLength
        }
      }
      #expect(await tick() == 3)
      // One that is still in its handshake.
      let next = try RawClient(port: port)
      for _ in 0..<500 where await onLoop.run({ $0.network().tickLength }) != 1 {
        await onLoop.passTime(.milliseconds(10))
      }
      #expect(await onLoop.run { $0.network().tickLength } == 1)
      _ = try await next.upgrade()
      _ = try await server.opened()
      #expect(await tick() == 3)
      await onLoop.run { $0.close(id, code: .normal, reason: "") }
      #expect(await onLoop.run { $0.network().tickLength } == 1)
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

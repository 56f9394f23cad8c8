// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchServer
import Testing
import Wire

@Suite("Connection limits over real sockets", .timeLimit(.minutes(1)))
struct RejectionTests {
  /// Reports how an attempt to connect ended.
  private final class ConnectionAttempt: ConnectionHandler {
    private let continuation: AsyncStream<ConnectionFailure?>.Continuation

    init(_ continuation: AsyncStream<ConnectionFailure?>.Continuation) {
      self.continuation = continuation
    }

    func opened(_ connection: ConnectionID, _ info: ConnectionInfo) { continuation.yield(nil) }
    func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {}
    func closed(_ connection: ConnectionID, _ info: CloseInfo) {}
    func failed(_ connection: ConnectionID, _ failure: ConnectionFailure) {
      continuation.yield(failure)
    }
  }

  /// Connects from several addresses, on one loop.
  private actor Client {
    private let loop: EventLoop

    init(_ loop: EventLoop) { self.loop = loop }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Connects from one of this machine's addresses and stays connected; nil if it succeeded.
    func connect(_ port: UInt16, from address: String) async throws -> ConnectionFailure? {
      let (outcomes, continuation) = AsyncStream<ConnectionFailure?>.makeStream()
      var options = ConnectOptions(host: "127.0.0.1", port: port, path: "/v1/play")
      options.subprotocols = [WireEncoding.proto.subprotocol]
      options.localAddress = address
      _ = try loop.connect(options, handler: ConnectionAttempt(continuation))
      var iterator = outcomes.makeAsyncIterator()
      return try #require(await iterator.next(isolation: #isolation))
    }
  }

  private func withServer(
    _ change: (inout ServerLimits) -> Void,
    _ body: (Client, UInt16) async throws -> Void
  ) async throws {
    let loop = try EventLoop.start()
    defer { loop.stop() }
    var options = ServerOptions()
    // The clients send no hello, and have to stay for as long as a busy machine takes.
    options.limits.helloWithin = .seconds(60)
    change(&options.limits)
    let port = try await ServerActor(loop: loop, options: options).start().address.port
    try await body(Client(loop), port)
  }

  @Test("limit the connections of one address without affecting others")
  func connections() async throws {
    try await withServer {
      $0.address?.countsLoopback = true
      $0.address?.connections = 3
      $0.address?.newConnections = .init(burst: 100, perSecond: 100)
    } _: { (client, port) async throws in
      for _ in 0..<3 { #expect(try await client.connect(port, from: "127.0.3.1") == nil) }
      #expect(try await client.connect(port, from: "127.0.3.1") == .httpStatus(429))
      #expect(try await client.connect(port, from: "127.0.3.2") == nil)
    }
  }

  @Test("refuse an address that connects too often")
  func rate() async throws {
    try await withServer {
      $0.address?.countsLoopback = true
      $0.address?.newConnections = .init(burst: 3, perSecond: 0.001)
    } _: { (client, port) async throws in
      for _ in 0..<3 { #expect(try await client.connect(port, from: "127.0.3.1") == nil) }
      #expect(try await client.connect(port, from: "127.0.3.1") == .httpStatus(429))
      #expect(try await client.connect(port, from: "127.0.3.2") == nil)
    }
  }

  @Test("refuse connections with 503 when the server is full")
  func full() async throws {
    try await withServer {
      $0.process.connections = 2
    } _: { (client, port) async throws in
      for _ in 0..<2 { #expect(try await client.connect(port, from: "127.0.0.1") == nil) }
      #expect(try await client.connect(port, from: "127.0.0.1") == .httpStatus(503))
    }
  }

  @Test("do not count loopback addresses by default")
  func loopback() async throws {
    try await withServer {
      $0.address?.connections = 1
      $0.address?.newConnections = .init(burst: 1, perSecond: 0.001)
    } _: { (client, port) async throws in
      for _ in 0..<5 { #expect(try await client.connect(port, from: "127.0.0.1") == nil) }
    }
  }
}

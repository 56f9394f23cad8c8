// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchFixtures
import MatchServer
import Protocol
import Testing
import Wire

@Suite("A hello that is read from the journal, over real sockets", .timeLimit(.minutes(1)))
struct FetchedHelloTests {
  /// Says hello once it is connected, and reports what it is sent; then hangs up.
  private final class Greeter: ConnectionHandler {
    private let loop: EventLoop
    private let hello: [UInt8]
    private let messages: AsyncStream<ServerMessage?>.Continuation

    init(_ loop: EventLoop, _ hello: Hello, _ messages: AsyncStream<ServerMessage?>.Continuation) {
      (self.loop, self.messages) = (loop, messages)
      self.hello = WireEncoding.proto.encode(.hello(hello))
    }

    func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {
      loop.send(Frame(.binary, payload: hello), to: connection)
    }

    func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
      let bytes = bytes.withUnsafeBytes { Array($0) }
      messages.yield(try? WireEncoding.proto.decodeServerMessage(bytes))
      loop.close(connection, code: .normal, reason: "")
    }

    func closed(_ connection: ConnectionID, _ info: CloseInfo) { messages.finish() }
    func failed(_ connection: ConnectionID, _ failure: ConnectionFailure) { messages.finish() }
  }

  private actor Client {
    private let loop: EventLoop

    init(_ loop: EventLoop) { self.loop = loop }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// The welcome that answers a hello; nil for another answer.
    func hello(_ port: UInt16, token: [UInt8]?) async throws -> Welcome? {
      let (messages, continuation) = AsyncStream<ServerMessage?>.makeStream()
      var options = ConnectOptions(host: "127.0.0.1", port: port, path: "/v1/play")
      options.subprotocols = [WireEncoding.proto.subprotocol]
      let hello = Hello(agent: "test", name: "Ana", resumeToken: token)
      let greeter = Greeter(loop, hello, continuation)
      _ = try loop.connect(options, handler: greeter)
      var iterator = messages.makeAsyncIterator()
      guard case .welcome(let welcome)?? = await iterator.next(isolation: #isolation) else {
        return nil
      }
      // Until the connection is closed.
      while await iterator.next(isolation: #isolation) != nil {}
      return welcome
    }
  }

  @Test("resumes a session that the server did not load at its start, each time by a new token")
  func resumes() async throws {
    let folder = try TemporaryFolder()
    var token: [UInt8]?
    var session: String?
    for _ in 0..<3 {
      let loop = try EventLoop.start()
      defer { loop.stop() }
      var options = ServerOptions()
      options.dataPath = folder.path + "/data"
      let server = ServerActor(loop: loop, options: options)
      let start = try await server.start()
      #expect(start.restored?.sessions == 0, "It has no seat.")
      let welcome = try #require(
        try await Client(loop).hello(start.address.port, token: token))
      #expect(session == nil || welcome.sessionID == session)
      #expect(welcome.resumeToken != token)
      (session, token) = (welcome.sessionID, welcome.resumeToken)
      await server.stop()
      try await server.closeJournal()
    }
  }
}

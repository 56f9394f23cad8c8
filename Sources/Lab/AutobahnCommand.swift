// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc
import LibWebSockets
import MatchClient

/// `facedown-lab autobahn`: echo server and client for Autobahn's test suite.
struct AutobahnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "autobahn",
    abstract: "Echoes the messages of Autobahn's test suite, as a server or as a client.",
    discussion: "scripts/lab autobahn runs the suite; docs/conformance.md has the results.",
    subcommands: [AutobahnServerCommand.self, AutobahnClientCommand.self])

  /// Limits for both ends: the size and number of fragments of the longest case.
  ///
  /// All other options are those of the match server and the client.
  static var limits: ConnectionOptions {
    var limits = ConnectionOptions()
    limits.maximumMessageBytes = 16 << 20
    limits.maximumPieces = 1 << 17
    limits.messageTimeout = .seconds(60)
    limits.readRate = .init(burst: 1e9, perSecond: 1e9)
    return limits
  }
}

/// `facedown-lab autobahn server`: the peer of Autobahn's fuzzing client.
struct AutobahnServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server",
    abstract: "Echoes every message to its sender.",
    discussion: """
      Prints one line of JSON with its address, then serves until it is stopped, or its standard \
      input ends.
      """)

  func run() async throws {
    let loop = try LoadCommand.startLoop()
    defer { loop.stop() }
    let echo = EchoServer(loop)
    let port = try await echo.listen()
    print("{\"event\":\"listening\",\"url\":\"ws://127.0.0.1:\(port)\"}")
    fflush(nil)
    await OwnThread.run { while readLine() != nil {} }
  }
}

/// An echo server, isolated to its loop.
private actor EchoServer {
  private let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ loop: EventLoop) { self.loop = loop }

  /// Listens on a free port, and returns it.
  func listen() throws -> UInt16 {
    var options = ListenOptions()
    options.connection = AutobahnCommand.limits
    return try loop.listen(options, handler: Handler(loop: loop)).port
  }

  private final class Handler: ServerHandler {
    private let loop: EventLoop

    init(loop: EventLoop) { self.loop = loop }

    func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {}

    func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
      loop.send(Frame(kind, payload: bytes.withUnsafeBytes { Array($0) }), to: connection)
    }

    func closed(_ connection: ConnectionID, _ info: CloseInfo) {}
  }
}

/// `facedown-lab autobahn client`: the peer of Autobahn's fuzzing server.
struct AutobahnClientCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "client",
    abstract: "Runs all cases of a fuzzing server, and has it write a report."
  )

  @Argument(
    help: "The fuzzing server, for example ws://127.0.0.1:9001.", transform: ServerURL.init(_:))
  var server: ServerURL

  @Option(help: "This client's name in the report.")
  var agent = "facedown"

  func run() async throws {
    let loop = try LoadCommand.startLoop()
    defer { loop.stop() }
    let client = CaseClient(loop, server)
    guard let count = try await client.visit("/getCaseCount").flatMap(Int.init), count > 0 else {
      throw ValidationError("The fuzzing server did not say how many cases it has.")
    }
    for number in 1...count {
      _ = try await client.visit("/runCase?case=\(number)&agent=\(agent)")
    }
    _ = try await client.visit("/updateReports?agent=\(agent)")
  }
}

/// Connects to a fuzzing server, once for each case; isolated to its loop.
private actor CaseClient {
  private let loop: EventLoop
  private let server: ServerURL
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ loop: EventLoop, _ server: ServerURL) {
    self.loop = loop
    self.server = server
  }

  /// Connects, echoes every message, and returns once the connection has ended.
  ///
  /// A case may break the connection in any way; the server judges whether that was right.
  ///
  /// - Parameter path: the case, or another request to the server.
  /// - Returns: the first message, if it was text.
  /// - Throws: if the server cannot be reached.
  func visit(_ path: String) async throws -> String? {
    for _ in 0..<20 {
      do {
        return try await call(path)
      } catch ConnectionFailure.timedOut {
        // libwebsockets allows a handshake five seconds; after a long case the suite takes more.
        continue
      }
    }
    return try await call(path)
  }

  private func call(_ path: String) async throws -> String? {
    var options = ConnectOptions(host: server.host, port: server.port, path: path)
    options.connection = AutobahnCommand.limits
    return try await withCheckedThrowingContinuation { continuation in
      do throws(ConnectError) {
        _ = try loop.connect(options, handler: Echo(loop: loop) { continuation.resume(with: $0) })
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  private final class Echo: ConnectionHandler {
    private let loop: EventLoop
    private let end: (Result<String?, any Error>) -> Void
    private var first: String?

    init(loop: EventLoop, end: @escaping (Result<String?, any Error>) -> Void) {
      self.loop = loop
      self.end = end
    }

    func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {}

    func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
      let bytes = bytes.withUnsafeBytes { Array($0) }
      if first == nil, kind == .text { first = String(decoding: bytes, as: UTF8.self) }
      loop.send(Frame(kind, payload: bytes), to: connection)
    }

    func closed(_ connection: ConnectionID, _ info: CloseInfo) { end(.success(first)) }

    func failed(_ connection: ConnectionID, _ failure: ConnectionFailure) {
      end(.failure(failure))
    }
  }
}

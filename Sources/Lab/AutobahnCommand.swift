// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Dispatch
import Glibc
import LibWebSockets
import MatchClient

/// `facedown-lab autobahn`: both ends of `LibWebSockets` as Autobahn's test suite wants them.
struct AutobahnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "autobahn",
    abstract: "Sends back what Autobahn's test suite sends, as a server or as a client.",
    discussion: "scripts/lab autobahn runs the suite; docs/conformance.md tells the results.",
    subcommands: [AutobahnServerCommand.self, AutobahnClientCommand.self])

  /// What both ends take: as much as the longest case sends, in as many fragments as it comes in.
  ///
  /// All else is as the match server and the client have it.
  static var limits: ConnectionOptions {
    var limits = ConnectionOptions()
    limits.maximumMessageBytes = 16 << 20
    limits.maximumPieces = 1 << 17
    limits.messageTimeout = .seconds(60)
    limits.readRate = .init(burst: 1e9, perSecond: 1e9)
    return limits
  }
}

/// `facedown-lab autobahn server`: what Autobahn's fuzzing client talks to.
struct AutobahnServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server",
    abstract: "Sends every message back to whoever sent it.",
    discussion: """
      Prints one line of JSON with its address, then serves until it is told to stop, or its standard \
      input ends.
      """)

  func run() async throws {
    let loop = try LoadCommand.startLoop()
    defer { loop.stop() }
    let echo = EchoServer(loop)
    let port = try await echo.listen()
    print("{\"event\":\"listening\",\"url\":\"ws://127.0.0.1:\(port)\"}")
    fflush(nil)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        while readLine() != nil {}
        continuation.resume()
      }
    }
  }
}

/// A server that sends every message back, on the loop it lives on.
private actor EchoServer {
  private let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ loop: EventLoop) { self.loop = loop }

  /// Listens on a free port, which it returns.
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

/// `facedown-lab autobahn client`: what Autobahn's fuzzing server talks to.
struct AutobahnClientCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "client",
    abstract: "Asks a fuzzing server for its cases, one after the other, and has it write a report."
  )

  @Argument(
    help: "The fuzzing server, for example ws://127.0.0.1:9001.", transform: ServerURL.init(_:))
  var server: ServerURL

  @Option(help: "What the report calls this client.")
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

/// One connection after the other to a fuzzing server, on the loop it lives on.
private actor CaseClient {
  private let loop: EventLoop
  private let server: ServerURL
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ loop: EventLoop, _ server: ServerURL) {
    self.loop = loop
    self.server = server
  }

  /// Connects, sends back whatever comes, and returns once the connection has ended.
  ///
  /// A case may break the connection in any way; whether that was right the server judges.
  ///
  /// - Parameter path: which case, or what else is asked of the server.
  /// - Returns: the first message, where it was text.
  /// - Throws: where the server was not there.
  func visit(_ path: String) async throws -> String? {
    for _ in 0..<20 {
      do {
        return try await call(path)
      } catch ConnectionFailure.timedOut {
        // libwebsockets gives a handshake five seconds; behind a long case the suite takes more.
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

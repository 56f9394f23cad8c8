// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets
import MatchClient

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

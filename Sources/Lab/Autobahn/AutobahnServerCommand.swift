// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Dispatch
import Glibc
import LibWebSockets

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

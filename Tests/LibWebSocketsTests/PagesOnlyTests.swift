// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite("A listener for pages only", .timeLimit(.minutes(1)))
struct PagesOnlyTests {
  /// Answers every page with the same text.
  private final class Book: ServerHandler {
    let text: String

    init(_ text: String) { self.text = text }

    func respond(to request: HTTPRequest) -> HTTPResponse { HTTPResponse(status: 200, text: text) }
    func accept(_ request: UpgradeRequest) -> UpgradeDecision {
      preconditionFailure("An upgrade was asked for behind the listener's back.")
    }
    func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {}
    func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {}
    func closed(_ connection: ConnectionID, _ info: CloseInfo) {}
  }

  private static let get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

  private func withListener(
    _ text: String = "well\n", _ change: (inout ListenOptions) -> Void = { _ in },
    _ body: (OnLoop, UInt16) async throws -> Void
  ) async throws {
    var options = ListenOptions()
    options.takesWebSockets = false
    change(&options)
    let serving = options
    try await withLoop { onLoop in
      let port = try await onLoop.run { try $0.listen(serving, handler: Book(text)).port }
      try await body(onLoop, port)
    }
  }

  @Test("refuses every upgrade, also a valid one, and serves pages")
  func upgrades() async throws {
    try await withListener { (_, port) async throws in
      for upgrade in ["websocket", "h2c"] {
        let answer = try await RawClient(port: port).upgrade("/", upgrade: upgrade)
        #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
      }
      let client = try RawClient(port: port)
      try await client.send(Self.get)
      #expect(try await client.readToEnd().hasSuffix("\r\n\r\nwell\n"))
    }
  }

  @Test("drops handshakes above its limit, until one of them is done")
  func bound() async throws {
    try await withListener {
      $0.maximumHandshakes = 2
    } _: { (onLoop, port) async throws in
      let silent = [try RawClient(port: port), try RawClient(port: port)]
      for client in silent { try await client.send("GE") }
      while await onLoop.run({ $0.network().handshakes.count }) < 2 {
        await onLoop.passTime(.milliseconds(1))
      }
      #expect(try await RawClient(port: port).readToEnd().isEmpty)
      try await silent[0].send("T / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try await silent[0].readToEnd().hasSuffix("well\n"))
      while await onLoop.run({ $0.network().handshakes.count }) > 1 {
        await onLoop.passTime(.milliseconds(1))
      }
      let next = try RawClient(port: port)
      try await next.send(Self.get)
      #expect(try await next.readToEnd().hasSuffix("well\n"))
    }
  }

  @Test("serves a page of megabytes completely to a slow reader")
  func slowReader() async throws {
    let page = String(repeating: "0123456789abcde\n", count: 400_000)
    try await withListener(page) { (onLoop, port) async throws in
      let client = try RawClient(port: port)
      try await client.send(Self.get)
      // The sockets hold less than that: the rest waits.
      await onLoop.passTime(.milliseconds(300))
      let answer = try await client.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("\r\n\r\n" + page))
    }
  }

  @Test("drops a reader who never reads")
  func silentReader() async throws {
    let page = String(repeating: "0123456789abcde\n", count: 1_000_000)
    try await withListener(page) {
      $0.responseStall = .milliseconds(200)
    } _: { (onLoop, port) async throws in
      let client = try RawClient(port: port)
      try await client.send(Self.get)
      await onLoop.passTime(.milliseconds(300))
      while await onLoop.run({ $0.network().listeners.all.contains { !$0.handshakes.isEmpty } }) {
        await onLoop.passTime(.milliseconds(1))
      }
      await client.hangUp()
    }
  }

  @Test("times sending only once there is an observer")
  func flushes() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server, react: RecordingServer.echo)
      let client = Happenings()
      let id = try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: port), client)
      _ = try await client.opened()
      await onLoop.run { $0.send(Frame(text: "unseen"), to: id) }
      #expect(try await client.text() == "unseen")
      let told = AsyncStream<Duration>.makeStream()
      await onLoop.run { loop in loop.onFlush { told.continuation.yield($0) } }
      await onLoop.run { $0.send(Frame(text: "seen"), to: id) }
      #expect(try await client.text() == "seen")
      var iterator = told.stream.makeAsyncIterator()
      #expect(try #require(await iterator.next(isolation: #isolation)) >= .zero)
      #expect(await onLoop.run { $0.backlog } == Backlog())
    }
  }
}

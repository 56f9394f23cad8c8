// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ConnectTests {
  private func failure(
    _ onLoop: OnLoop, port: UInt16, _ change: (inout ConnectOptions) -> Void = { _ in }
  ) async throws -> ConnectionFailure {
    var options = ConnectOptions(host: "127.0.0.1", port: port)
    change(&options)
    let client = Happenings()
    try await onLoop.call(options, client)
    return try await client.failed()
  }

  @Test("A name is resolved, and addresses that refuse are skipped")
  func name() async throws {
    try await withLoop { onLoop in
      // "localhost" may mean ::1 first, where nothing listens.
      let port = try await onLoop.serve(Happenings(), ListenOptions(host: "127.0.0.1"))
      let client = Happenings()
      try await onLoop.call(ConnectOptions(host: "localhost", port: port), client)
      #expect(try await client.opened().info.peer.host == "127.0.0.1")
    }
  }

  @Test("A server that listens on IPv6 and IPv4 reports both kinds of peers by their own address")
  func dualStack() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server, ListenOptions(host: "::"))
      for host in ["127.0.0.1", "::1"] {
        let client = Happenings()
        try await onLoop.call(ConnectOptions(host: host, port: port), client)
        #expect(try await client.opened().info.peer == PeerAddress(host: host, port: port))
        #expect(try await server.opened().info.peer.host == host)
      }
    }
  }

  @Test("The request has the given host, path and subprotocols")
  func request() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      var serving = ListenOptions()
      serving.path = "/v1/play"
      serving.subprotocols = ["b"]
      let port = try await onLoop.serve(server, serving)
      var options = ConnectOptions(host: "localhost", port: port, path: "/v1/play")
      options.subprotocols = ["a", "b"]
      let client = Happenings()
      try await onLoop.call(options, client)
      #expect(try await client.opened().info.subprotocol == "b")
      let request = try #require(try await server.opened().info.request)
      #expect(request.host == "localhost:\(port)")
      #expect(request.offeredSubprotocols == ["a", "b"])
      #expect(request.origin == nil)
    }
  }

  @Test("Without a listener the connection is refused")
  func refused() async throws {
    try await withLoop { onLoop in
      let port = try RawServer().port
      #expect(try await failure(onLoop, port: port) == .refused(host: "127.0.0.1", port: port))
    }
  }

  @Test("An impossible name is not found")
  func nameNotFound() async throws {
    try await withLoop { onLoop in
      let failure = try await failure(onLoop, port: 1) { $0.host = "a..b" }
      guard case .nameNotFound(host: "a..b", _) = failure else {
        Issue.record("It failed with \(failure)")
        return
      }
    }
  }

  @Test("A server that accepts and stays silent times out")
  func timedOut() async throws {
    try await withLoop { onLoop in
      let server = try RawServer()
      let failure = try await failure(onLoop, port: server.port) {
        $0.timeout = .milliseconds(30)
      }
      #expect(failure == .timedOut(host: "127.0.0.1", port: server.port))
    }
  }

  @Test("An HTTP response is reported by its status, a redirect too")
  func httpStatus() async throws {
    try await withLoop { onLoop in
      let port = try await onLoop.serve(Happenings())
      #expect(try await failure(onLoop, port: port) { $0.path = "/else" } == .httpStatus(404))
      let server = try RawServer()
      let client = Happenings()
      try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: server.port), client)
      try await server.serveOne("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:\(port)/\r\n\r\n")
      #expect(try await client.failed() == .httpStatus(302))
    }
  }

  @Test(
    "Other servers than WebSocket servers are recognised",
    arguments: [
      "", "SSH-2.0-OpenSSH_9.2\r\n",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA=\r\n\r\n",
    ])
  func notAWebSocket(answer: String) async throws {
    try await withLoop { onLoop in
      let server = try RawServer()
      let client = Happenings()
      try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: server.port), client)
      if answer.isEmpty {
        try await server.serveOne(" ")
      } else {
        try await server.serveOne(answer)
      }
      let expected = ConnectionFailure.notAWebSocket(host: "127.0.0.1", port: server.port)
      #expect(try await client.failed() == expected)
    }
  }

  @Test("A server without our subprotocol is recognised, whether it says so or just selects none")
  func subprotocol() async throws {
    try await withLoop { onLoop in
      var serving = ListenOptions()
      serving.subprotocols = ["theirs"]
      let port = try await onLoop.serve(Happenings(), serving)
      let refusal = ConnectionFailure.subprotocolRefused(offered: ["ours"])
      #expect(try await failure(onLoop, port: port) { $0.subprotocols = ["ours"] } == refusal)
    }
  }

  @Test("Closing a connection before it opens fails it as cancelled, and later")
  func cancelled() async throws {
    try await withLoop { onLoop in
      let server = try RawServer()
      let client = Happenings()
      let port = server.port
      let id = try await onLoop.run { loop in
        let handler = RecordingClient(loop, client)
        let id = try loop.connect(ConnectOptions(host: "127.0.0.1", port: port), handler: handler)
        loop.close(id)
        loop.close(id)
        return id
      }
      #expect(try await client.next() == .failed(id, .cancelled))
      let other = Happenings()
      let otherID = try await onLoop.call(
        ConnectOptions(host: "127.0.0.1", port: server.port), other)
      try await server.serveOne("HTTP/1.1 101 Switching", hangsUp: false)
      await onLoop.run { $0.close(otherID) }
      #expect(try await other.failed() == .cancelled)
    }
  }

  @Test(
    "A host or path that would corrupt the request is refused at once",
    arguments: [
      ("", "/"), ("a b", "/"), ("a\r\nX: y", "/"), ("a/b", "/"),
      (String(repeating: "a", count: 200), "/"), ("localhost", ""), ("localhost", "x"),
      ("localhost", "/a b"), ("localhost", "/\r\n"), ("localhost", "/é"),
      ("localhost", "/" + String(repeating: "a", count: 1_000)),
    ])
  func badOptions(host: String, path: String) async throws {
    try await withLoop { onLoop in
      let error = path == "/" ? ConnectError.badHost(host) : .badPath(path)
      await #expect(throws: error) {
        try await onLoop.call(ConnectOptions(host: host, port: 1, path: path), Happenings())
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HandshakeTests {
  private static var options: ListenOptions {
    var options = ListenOptions()
    options.path = "/v1/play"
    options.subprotocols = ["best", "second"]
    return options
  }

  @Test(
    "The first of the server's subprotocols that the client offers is chosen",
    arguments: [
      (["Sec-WebSocket-Protocol: second, best"], "best"),
      (["Sec-WebSocket-Protocol: unknown,second"], "second"),
      (["Sec-WebSocket-Protocol: second", "Sec-WebSocket-Protocol: best"], "best"),
      (["Sec-WebSocket-Protocol: best"], "best"),
    ])
  func subprotocol(fields: [String], chosen: String) async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server, HandshakeTests.options)
      let client = try RawClient(port: port)
      let answer = try await client.upgrade("/v1/play", fields: fields)
      #expect(answer.hasPrefix("HTTP/1.1 101 "))
      #expect(answer.contains("Sec-WebSocket-Protocol: \(chosen)\r\n"))
      #expect(answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
      #expect(try await server.opened().info.subprotocol == chosen)
    }
  }

  @Test("An invalid handshake is answered with a status and disconnected")
  func refusals() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server, HandshakeTests.options)
      let offer = ["Sec-WebSocket-Protocol: best"]
      func answer(_ ask: (RawClient) async throws -> String) async throws -> String {
        let client = try RawClient(port: port)
        let head = try await ask(client)
        return try await head + client.readToEnd()
      }
      let old = try await answer { try await $0.upgrade("/v1/play", version: "8", fields: offer) }
      #expect(old.hasPrefix("HTTP/1.1 426 ") && old.contains("Sec-WebSocket-Version: 13\r\n"))
      #expect(old.contains("Upgrade: websocket\r\n") && old.contains("close, upgrade\r\n"))
      let none = try await answer { try await $0.upgrade("/v1/play", version: nil, fields: offer) }
      #expect(none.hasPrefix("HTTP/1.1 426 "))
      let post = try await answer {
        try await $0.upgrade("/v1/play", method: "POST", fields: offer)
      }
      #expect(post.hasPrefix("HTTP/1.1 405 ") && post.contains("Allow: GET\r\n"))
      let elsewhere = try await answer { try await $0.upgrade("/v2/play", fields: offer) }
      #expect(elsewhere.hasPrefix("HTTP/1.1 404 "))
      let keyless = try await answer { try await $0.upgrade("/v1/play", key: nil, fields: offer) }
      #expect(keyless.hasPrefix("HTTP/1.1 400 "))
      for key in [
        "short", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZSE=", "not base64! not b64==",
      ] {
        let odd = try await answer { try await $0.upgrade("/v1/play", key: key, fields: offer) }
        #expect(odd.hasPrefix("HTTP/1.1 400 "), "\(key)")
      }
      let ancient = try await answer {
        try await $0.upgrade("/v1/play", http: "HTTP/1.0", fields: offer)
      }
      #expect(ancient.hasPrefix("HTTP/1.1 400 ") && ancient.contains("HTTP/1.1.\n"))
      for second in ["evil.example", "localhost"] {
        let twice = try await answer {
          try await $0.upgrade("/v1/play", fields: offer + ["Host: \(second)"])
        }
        #expect(twice.hasPrefix("HTTP/1.1 400 ") && twice.contains("Send one Host field"))
      }
      let foreign = try await answer {
        try await $0.upgrade("/v1/play", fields: ["Sec-WebSocket-Protocol: chat"])
      }
      #expect(foreign.hasPrefix("HTTP/1.1 400 ") && foreign.contains("best, second"))
      let unoffered = try await answer { try await $0.upgrade("/v1/play") }
      #expect(unoffered.hasPrefix("HTTP/1.1 400 "))
      let http2 = try await answer {
        try await $0.upgrade("/v1/play", upgrade: "h2c", fields: offer)
      }
      #expect(http2.hasPrefix("HTTP/1.1 400 "))
      // libwebsockets itself answers an unknown upgrade.
      let bogus = try await answer {
        try await $0.upgrade("/v1/play", upgrade: "bogus", fields: offer)
      }
      #expect(bogus.hasPrefix("HTTP/1.0 403 "))
      let tunnel = try await answer { client in
        try await client.send("CONNECT example.org:80 HTTP/1.1\r\nHost: example.org\r\n\r\n")
        return try await client.readToEnd()
      }
      #expect(tunnel.isEmpty)
      // The server still works after all that.
      let client = try RawClient(port: port)
      #expect(try await client.upgrade("/v1/play", fields: offer).hasPrefix("HTTP/1.1 101 "))
    }
  }

  @Test("A request with bare line feeds is accepted, as HTTP permits")
  func bareLineFeeds() async throws {
    // RFC 9112, section 2.2. What matters is that nothing after it is parsed as a request: there is
    // never another on a connection.
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server)
      let client = try RawClient(port: port)
      let lines = [
        "GET / HTTP/1.1", "Host: localhost", "Connection: Upgrade", "Upgrade: websocket",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
      ]
      let head = try await client.exchange(
        Array((lines + ["", ""]).joined(separator: "\n").utf8))
      #expect(head.hasPrefix("HTTP/1.1 101 "))
      _ = try await server.opened()
      try await client.sendFrame(0x1, Array("hi".utf8))
      #expect(try await server.text() == "hi")
    }
  }

  @Test(
    "A path is compared after percent-decoding (RFC 3986, 6.2.2.2)")
  func encodedPath() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server, HandshakeTests.options)
      let client = try RawClient(port: port)
      let answer = try await client.upgrade(
        "/v1/%70lay", fields: ["Sec-WebSocket-Protocol: best"])
      #expect(answer.hasPrefix("HTTP/1.1 101 "))
      #expect(try await server.opened().info.request?.path == "/v1/play")
    }
  }

  @Test("The handler sees the request and may refuse it")
  func decision() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(
        server, HandshakeTests.options,
        decide: { request in
          #expect(request.path == "/v1/play")
          #expect(request.host == "localhost")
          #expect(request.offeredSubprotocols == ["best"])
          return request.origin == "https://evil.example"
            ? .refuse(HTTPResponse(status: 403, text: "Not from there.\n")) : .accept
        })
      let offer = "Sec-WebSocket-Protocol: best"
      let refused = try RawClient(port: port)
      let answer = try await refused.upgrade(
        "/v1/play", fields: [offer, "Origin: https://evil.example"])
      #expect(answer.hasPrefix("HTTP/1.1 403 "))
      #expect(try await refused.readToEnd() == "Not from there.\n")
      let accepted = try RawClient(port: port)
      _ = try await accepted.upgrade(
        "/v1/play?who=me",
        fields: [offer, "Origin: https://good.example", "X-Forwarded-For: 192.0.2.1, 198.51.100.2"])
      let request = try #require(try await server.opened().info.request)
      #expect(request.origin == "https://good.example")
      #expect(request.forwardedFor == ["192.0.2.1", "198.51.100.2"])
      #expect(request.peer.host == "127.0.0.1")
    }
  }

  @Test("An address that is not admitted gets nothing, not even a page")
  func admission() async throws {
    try await withLoop { onLoop in
      let port = try await onLoop.run { loop in
        let handler = RecordingServer(loop, Happenings(), admits: { $0.host != "127.0.0.1" })
        return try loop.listen(ListenOptions(), handler: handler).port
      }
      let client = try RawClient(port: port)
      #expect(try await client.isHungUp())
    }
  }

  @Test("Plain HTTP is answered on the same port and then disconnected")
  func pages() async throws {
    try await withLoop { onLoop in
      let port = try await onLoop.serve(Happenings(), HandshakeTests.options)
      func ask(_ line: String, _ rest: String = "\r\n") async throws -> String {
        let client = try RawClient(port: port)
        try await client.send("\(line) HTTP/1.1\r\nHost: localhost\r\n\(rest)")
        return try await client.readToEnd()
      }
      #expect(
        try await ask("GET /healthz?why") == """
          HTTP/1.1 200 OK\r
          Content-Type: text/plain; charset=utf-8\r
          Content-Length: 5\r
          Connection: close\r
          \r
          well

          """)
      let head = try await ask("HEAD /healthz")
      #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("close\r\n\r\n"))
      #expect(head.contains("Content-Length: 5\r\n"))
      #expect(try await ask("GET /nothing").hasPrefix("HTTP/1.1 404 "))
      #expect(try await ask("GET /v1/play").hasPrefix("HTTP/1.1 404 "))
      #expect(try await ask("DELETE /healthz").hasPrefix("HTTP/1.1 405 "))
      let post = try await ask("POST /healthz", "Content-Length: 4\r\n\r\nbody")
      #expect(post.hasPrefix("HTTP/1.1 405 ") && post.contains("Allow: GET, HEAD\r\n"))
      // Pipelined requests are never parsed.
      let pipelined = try await ask("GET /healthz", "\r\nGET /healthz HTTP/1.1\r\n\r\n")
      #expect(pipelined.components("well") == 1)
    }
  }
}

extension String {
  /// How often `part` occurs.
  fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}

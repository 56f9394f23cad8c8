// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Testing

@testable import LibWebSockets

@Suite("Large responses", .timeLimit(.minutes(2)))
struct LargeResponseTests {
  /// Answers every request with the same response and tells how it went.
  private final class Shelf: ServerHandler, @unchecked Sendable {
    // Unchecked, because only the loop uses it.
    let response: HTTPResponse
    let ends: AsyncStream<ResponseEnd>.Continuation
    let requests: AsyncStream<HTTPRequest>.Continuation

    init(
      _ response: HTTPResponse, _ ends: AsyncStream<ResponseEnd>.Continuation,
      _ requests: AsyncStream<HTTPRequest>.Continuation
    ) {
      (self.response, self.ends, self.requests) = (response, ends, requests)
    }

    func respond(to request: HTTPRequest) -> HTTPResponse {
      requests.yield(request)
      return response
    }

    func responded(_ response: HTTPResponse, _ end: ResponseEnd) { ends.yield(end) }

    func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {}
    func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {}
    func closed(_ connection: ConnectionID, _ info: CloseInfo) {}
  }

  /// What a listener has to tell.
  private struct Reports {
    let onLoop: OnLoop
    let port: UInt16
    let ends: AsyncStream<ResponseEnd>
    let requests: AsyncStream<HTTPRequest>

    func end() async throws -> ResponseEnd {
      var iterator = ends.makeAsyncIterator()
      return try #require(await iterator.next(isolation: #isolation))
    }

    func request() async throws -> HTTPRequest {
      var iterator = requests.makeAsyncIterator()
      return try #require(await iterator.next(isolation: #isolation))
    }

    /// The number of responses under way.
    func underWay() async -> Int { await onLoop.run { $0.network().responses.count } }
  }

  private static let get = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
  /// More than the buffers of a socket with a small receive buffer hold.
  private static let bytes = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
  private static let kept = ConstantBytes(keeping: bytes)

  private func withShelf(
    _ response: HTTPResponse = HTTPResponse(
      status: 200, body: .constant(Self.kept), contentType: "application/octet-stream"),
    _ change: (inout ListenOptions) -> Void = { _ in },
    _ body: (Reports) async throws -> Void
  ) async throws {
    var options = ListenOptions()
    change(&options)
    let serving = options
    let (ends, endsIn) = AsyncStream<ResponseEnd>.makeStream()
    let (requests, requestsIn) = AsyncStream<HTTPRequest>.makeStream()
    try await withLoop { onLoop in
      let port = try await onLoop.run {
        try $0.listen(serving, handler: Shelf(response, endsIn, requestsIn)).port
      }
      try await body(Reports(onLoop: onLoop, port: port, ends: ends, requests: requests))
    }
  }

  /// The body of a response, after its head.
  private func content(_ response: [UInt8]) throws -> ArraySlice<UInt8> {
    let end = try #require(response.firstRange(of: Array("\r\n\r\n".utf8)))
    return response[end.upperBound...]
  }

  @Test("arrive whole and leave nothing behind")
  func whole() async throws {
    try await withShelf { reports in
      let client = try RawClient(port: reports.port)
      try await client.send(Self.get)
      let response = try await client.bytesToEnd()
      #expect(try content(response).elementsEqual(Self.bytes))
      let end = try await reports.end()
      #expect(end.isComplete && end.byteCount == response.count)
      #expect(await reports.underWay() == 0)
    }
  }

  @Test("arrive whole at a client that reads slowly")
  func slow() async throws {
    try await withShelf {
      $0.responseStall = .seconds(20)
    } _: { reports in
      let client = try RawClient(port: reports.port, receiveBuffer: 8_192)
      try await client.send(Self.get)
      // Some two seconds and more: far beyond what the kernel and libwebsockets would hold for it.
      let response = try await client.bytesToEnd(piece: 4_096, millisecondsApart: 5)
      #expect(try content(response).elementsEqual(Self.bytes))
      #expect(try await reports.end().isComplete)
    }
  }

  @Test("are hung up on when a client takes nothing, or too long")
  func stalled() async throws {
    try await withShelf {
      $0.responseStall = .milliseconds(300)
    } _: { reports in
      let client = try RawClient(port: reports.port, receiveBuffer: 8_192)
      try await client.send(Self.get)
      let end = try await reports.end()
      #expect(!end.isComplete && end.byteCount < Self.bytes.count)
      #expect(await reports.underWay() == 0)
      await client.hangUp()
    }
    try await withShelf {
      $0.responseTimeout = .milliseconds(400)
    } _: { reports in
      let client = try RawClient(port: reports.port, receiveBuffer: 8_192)
      try await client.send(Self.get)
      let response = try await client.bytesToEnd(piece: 1_024, millisecondsApart: 10)
      #expect(response.count < Self.bytes.count)
      #expect(try await !reports.end().isComplete)
    }
  }

  @Test("end with their connection")
  func hungUp() async throws {
    try await withShelf { reports in
      let client = try RawClient(port: reports.port, receiveBuffer: 8_192)
      try await client.send(Self.get)
      _ = try await reports.request()
      while await reports.underWay() == 0 { await reports.onLoop.passTime(.milliseconds(1)) }
      await client.hangUp()
      #expect(try await !reports.end().isComplete)
      #expect(await reports.underWay() == 0)
    }
  }

  @Test("are refused when too many are under way, unlike short ones")
  func tooMany() async throws {
    try await withShelf {
      $0.maximumResponses = 2
    } _: { reports in
      var clients: [RawClient] = []
      for number in 1...2 {
        let client = try RawClient(port: reports.port, receiveBuffer: 8_192)
        try await client.send(Self.get)
        while await reports.underWay() < number {
          await reports.onLoop.passTime(.milliseconds(1))
        }
        clients.append(client)
      }
      let third = try RawClient(port: reports.port)
      try await third.send(Self.get)
      let answer = try await third.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("Retry-After: 2\r\n"))
      for client in clients {
        #expect(try content(try await client.bytesToEnd()).elementsEqual(Self.bytes))
      }
      let fourth = try RawClient(port: reports.port)
      try await fourth.send(Self.get)
      #expect(try content(try await fourth.bytesToEnd()).elementsEqual(Self.bytes))
    }
  }

  @Test("answer one request a connection, and wake the loop for nothing that follows it")
  func pipelined() async throws {
    try await withShelf { reports in
      let client = try RawClient(port: reports.port, receiveBuffer: 8_192)
      try await client.send(Self.get + Self.get + "GET /other HTTP/1.1\r\n")
      _ = try await reports.request()
      while await reports.underWay() == 0 { await reports.onLoop.passTime(.milliseconds(1)) }
      try await client.send(String(repeating: "x", count: 4_096))
      let before = await reports.onLoop.run { _ in threadSeconds() }
      await reports.onLoop.passTime(.milliseconds(400))
      let after = await reports.onLoop.run { _ in threadSeconds() }
      #expect(after - before < 0.2, "The loop spun.")
      // Far more than a client has a reason to send.
      _ = try? await client.send(String(repeating: "x", count: 200_000))
      let end = try await reports.end()
      #expect(!end.isComplete)
    }
  }

  @Test("have a length but no content for HEAD, and neither when nothing has changed")
  func withoutContent() async throws {
    try await withShelf { reports in
      let client = try RawClient(port: reports.port)
      try await client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let answer = try await client.readToEnd()
      #expect(answer.contains("Content-Length: \(Self.bytes.count)\r\n"))
      #expect(answer.hasSuffix("\r\n\r\n"))
    }
    try await withShelf(.notModified([.init("ETag", "\"1\"")])) { reports in
      let client = try RawClient(port: reports.port)
      try await client.send(Self.get)
      let answer = try await client.readToEnd()
      #expect(answer.hasPrefix("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n"))
      #expect(!answer.contains("Content-") && answer.hasSuffix("\r\n\r\n"))
    }
  }

  @Test("are chosen by what the request says")
  func fields() async throws {
    try await withShelf(.notFound) { reports in
      let client = try RawClient(port: reports.port)
      let lines = [
        "GET /K7QF2?name=Ana HTTP/1.1", "Host: play.example:7777", "Accept: text/html, */*;q=0.8",
        "Accept-Encoding: gzip, br", "If-None-Match: \"1\", W/\"2\"",
        "X-Forwarded-For: 192.0.2.1, 192.0.2.2", "X-Forwarded-Proto: https", "", "",
      ]
      try await client.send(lines.joined(separator: "\r\n"))
      _ = try await client.readToEnd()
      let request = try await reports.request()
      #expect(request.path == "/K7QF2" && !request.isEncrypted)
      #expect(request.host == "play.example:7777")
      #expect(request.accept == "text/html, */*;q=0.8" && request.acceptEncoding == "gzip, br")
      #expect(request.ifNoneMatch == "\"1\", W/\"2\"")
      #expect(request.forwardedFor == ["192.0.2.1", "192.0.2.2"])
      #expect(request.forwardedProtocol == "https")
      let bare = try RawClient(port: reports.port)
      try await bare.send("GET / HTTP/1.0\r\n\r\n")
      _ = try await bare.readToEnd()
      let other = try await reports.request()
      #expect(other.host == nil && other.accept == nil && other.forwardedProtocol == nil)
    }
  }
}

/// Seconds of processor time that the calling thread has taken.
private func threadSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}
